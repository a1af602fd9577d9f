import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInstance } from '../support/beating-instance.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { fastTimesMs as times } from '../support/fast-settings.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';

let redis: TestRedis;
let cluster: Cluster;
let ops: Awaited<ReturnType<typeof startHttpReceiver>>;
let broken: Server;
let isGone = true;

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;

/** What the operator was told, in order. */
const told = () =>
  ops.requests
    .map(
      ({ body }) =>
        JSON.parse(body) as { type: string; data: { reasons: { cause: string; detail: string }[] } },
    )
    .filter(({ type }) => type.startsWith('service-monitor.monitor.'));

const gauges = async (url: string) => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = [...text.matchAll(/^monitor_impaired\{cause="([a-z-]+)"\} 1$/gm)];
  return found.map(([, cause]) => cause);
};

beforeAll(async () => {
  redis = await openTestRedis();
  ops = await startHttpReceiver();
  broken = createServer((_, response) => response.writeHead(isGone ? 410 : 204).end());
  await new Promise<void>((listening) => broken.listen(0, '127.0.0.1', listening));
  const { port } = broken.address() as AddressInfo;
  cluster = await startCluster(
    ['api', 'worker', 'worker'],
    `channels:
  - { id: broken, type: webhook, url: "http://127.0.0.1:${port}/", secret: "${secret}" }
  - { id: ops, type: webhook, url: "${ops.url}", secret: "${secret}" }
routes: [{ channels: [broken] }]
operator: { channels: [broken, ops] }
`,
    { LOG_LEVEL: 'error' },
    redis,
  );
});

afterAll(async () => {
  await cluster.close();
  await ops.close();
  await new Promise((closed) => broken.close(closed));
});

test('a channel that is gone is told over another, once, and once more when it works again', async () => {
  const instance = await startInstance(
    cluster.urls,
    { serviceName: 'orders', hostname: 'h1' },
    times.interval,
  );
  await instance.die();
  await eventually('the operator is told', () => told().length === 1, 30_000);
  expect(told()[0]?.type).toBe('service-monitor.monitor.impaired');
  expect(told()[0]?.data.reasons.map(({ cause }) => cause)).toEqual(['channel-failing']);
  expect(told()[0]?.data.reasons[0]?.detail).toMatch(/^channel broken gave up a message/);
  // Nodes of both roles show the same.
  expect(await Promise.all(cluster.nodes.map(({ url }) => gauges(url)))).toEqual(
    cluster.nodes.map(() => ['channel-failing']),
  );

  isGone = false;
  await instance.revive();
  await eventually('the operator is told that it is over', () => told().length === 2, 30_000);
  expect(told()[1]?.type).toBe('service-monitor.monitor.well');
  expect(await gauges(cluster.urls[0] ?? '')).toEqual([]);
  await instance.die();
});

test('a Redis that comes back empty is announced, once, by whichever worker', async () => {
  const client = new Redis(redis.url.replace('unix://', ''));
  try {
    await client.flushdb();
    await eventually('the operator is told', () => told().length === 3, 30_000);
    expect(told()[2]?.data.reasons[0]).toEqual({
      cause: 'state-lost',
      detail: expect.stringMatching(/^Redis came back empty/),
    });
    await eventually('and that it is over', () => told().length === 4, 30_000);
    expect(told().map(({ type }) => type.split('.').at(-1))).toEqual([
      'impaired',
      'well',
      'impaired',
      'well',
    ]);
  } finally {
    client.disconnect();
  }
});
