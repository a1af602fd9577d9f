import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.ts';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings, fastTimesMs as times } from '../support/fast-settings.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;

let redis: TestRedis;
let client: Redis;
let monitor: RunningMonitor;
let answer = 503;
let requests = 0;
const receiver = createServer((_, response) => {
  requests++;
  response.writeHead(answer).end();
});

beforeAll(async () => {
  redis = await openTestRedis();
  client = new Redis(redis.url.replace('unix://', ''));
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await monitor.stop();
  client.disconnect();
  await redis.close();
  receiver.closeAllConnections();
  await new Promise((closed) => receiver.close(closed));
});

async function startWith(file: string) {
  monitor = await startMonitor({ redisUrl: redis.url, file, env: fastSettings });
  return apiClient(monitor.url);
}

test('messages to a channel that was taken out are dead, no fault, and go out when it is back', async () => {
  const { port } = receiver.address() as AddressInfo;
  const withPager = `channels: [{ id: pager, type: webhook, url: "http://127.0.0.1:${port}/", secret: "${secret}" }]`;
  const before = await startWith(withPager);
  const name = { serviceName: 'orders', hostname: 'h1' };
  const instance = await startInstance([monitor.url], name, times.interval);
  await instance.die();
  await eventually('it was tried', () => requests > 0, 30_000);
  const [incident] = await before.incidents();
  const row = async ({ notifications }: typeof before) =>
    (await notifications(incident?.incidentId ?? ''))[0];
  await monitor.stop();
  // As if it had been stopped for more than a minute: for so long its channels count as known.
  await client.del('{m0}:nodes');

  const without = await startWith('');
  await eventually('the message is dead', async () => (await row(without))?.state === 'dead', 60_000);
  expect(await row(without)).toMatchObject({
    reason: 'channel "pager" is not configured, or it is switched off',
  });
  const metrics = await (await fetch(`${monitor.url}/metrics`)).text();
  expect(metrics).toContain('monitor_sweeper_repairs_total{what="delivery"} 0');
  expect(metrics).toContain('monitor_impaired{cause="channel-failing"} 0');
  // The row is there a moment before its line.
  await eventually('it is logged', () =>
    monitor.printed().includes('messages given up: no worker has their channel'),
  );
  const { notificationId } = (await row(without)) ?? {};
  const refused = await without.call('POST', `/api/notifications/${notificationId}/replay`);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/"pager" is not configured/) });
  expect(await row(without)).toMatchObject({ state: 'dead' });
  const env = { MONITOR_URL: monitor.url, MONITOR_API_KEY: testKey };
  expect((await runCommand(tmpdir(), ['channels', 'list'], env)).stderr).toMatch(
    /^pager \(webhook\) is not configured any more: 1 message given up in the last 7 days\. If it comes back: /m,
  );
  await monitor.stop();

  answer = 204;
  const back = await startWith(withPager);
  expect((await back.call('POST', `/api/notifications/${notificationId}/replay`)).status).toBeLessThan(300);
  await eventually('it is sent', async () => (await row(back))?.state === 'sent', 30_000);
});
