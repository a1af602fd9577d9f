import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings } from '../support/fast-settings.ts';
import { leaksIn } from '../support/leaks.ts';
import { openTestRedis } from '../support/open-redis.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { startMonitor } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

vi.setConfig({ testTimeout: 90_000 });

const token = 'canary-token-of-a-stored-channel';
const [ours, another] = [32, 32].map((bytes) => randomBytes(bytes).toString('base64'));

test('a backup has the channels of the API without their secrets: only the same key reads them after a restore', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [source, target, receiver] = await Promise.all([
    openTestRedis(),
    openTestRedis(),
    startHttpReceiver(),
  ]);
  onTestFinished(async () => void (await Promise.all([source.close(), target.close(), receiver.close()])));
  const start = async (redisUrl: string, key: string | undefined) => {
    const monitor = await startMonitor({
      redisUrl,
      env: {
        ...fastSettings,
        ...{ MONITOR_CHANNEL_PRIVATE_NETWORKS: '127.0.0.0/8', MONITOR_SECRET_KEY: key ?? '' },
      },
    });
    onTestFinished(() => monitor.kill());
    return { monitor, api: apiClient(monitor.url) };
  };
  const tried = async (api: ReturnType<typeof apiClient>) =>
    (await (await api.call('POST', '/api/channels/push/test')).json()) as { result: string; reason: string };

  const before = await start(source.url, ours);
  const push = { id: 'push', type: 'gotify', url: new URL(receiver.url).origin, token };
  expect((await before.api.call('POST', '/api/channels', push)).status).toBe(201);
  expect((await runCommand(dir, ['backup', 'm.gz'], { REDIS_URL: source.url })).code).toBe(0);
  await before.monitor.stop();
  const kept = gunzipSync(readFileSync(join(dir, 'm.gz'))).toString();
  expect(kept).toContain('push');
  expect(leaksIn(kept, { token, key: ours ?? '' })).toEqual([]);

  expect((await runCommand(dir, ['restore', 'm.gz'], { REDIS_URL: target.url })).code).toBe(0);
  const wrong = await start(target.url, another);
  expect(await tried(wrong.api)).toMatchObject({
    ...{
      result: 'failed',
      reason: expect.stringMatching(/its secrets are encrypted with key .* neither in/),
    },
  });
  await eventually('the monitor is impaired', async () =>
    (await (await fetch(`${wrong.monitor.url}/metrics`)).text()).includes(
      'monitor_impaired{cause="channel-locked"} 1',
    ),
  );
  expect(receiver.requests).toEqual([]);
  await wrong.monitor.stop();

  const right = await start(target.url, ours);
  expect(await tried(right.api)).toMatchObject({ result: 'sent' });
  expect(receiver.requests.map(({ headers }) => headers['x-gotify-key'])).toEqual([token]);
  const { items } = (await (await right.api.call('GET', '/api/channels')).json()) as { items: object[] };
  expect(items).toMatchObject([
    { channelId: 'push', origin: 'api', problem: null, secrets: { token: 'set' } },
  ]);
  await right.monitor.stop();
});
