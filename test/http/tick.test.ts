import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../src/store/client/connect.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRedis } from '../support/open-redis.ts';
import { startMonitor as startNode } from '../support/start-monitor.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

const monitors: Monitor[] = [];
afterEach(async () => {
  for (const monitor of monitors.splice(0)) await monitor.stop();
});

/** A tick each 100 ms. */
const settings = { MONITOR_HEARTBEAT_INTERVAL: '1s', MONITOR_DOWN_AFTER: '4s', MONITOR_BLIND_AFTER: '300ms' };

async function start(more: Record<string, string>): Promise<Monitor> {
  const monitor = await startMonitor({ ...settings, ...more });
  monitors.push(monitor);
  return monitor;
}

const tickOf = async ({ redis }: Monitor, partition = 0) =>
  Number(await redis.hget(`{m${partition}}:clock`, 'tick'));

/** Resolves when ticks of a partition have gone on coming. */
async function untilTicks(monitor: Monitor, partition = 0): Promise<void> {
  const before = await tickOf(monitor, partition);
  await eventually(
    'another tick arrives',
    () => tickOf(monitor, partition),
    (tick) => tick > before + 300,
  );
}

it.each(['0.0.0.0', '::', '::1', '127.0.0.7'])(
  'arrives where a node listens on %s, whatever proxies its environment names',
  async (host) => {
    const proxy = {
      HTTP_PROXY: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
      MONITOR_TRUSTED_PROXIES: '127.0.0.0/8',
    };
    await untilTicks(await start({ MONITOR_HOST: host, ...proxy }));
  },
);

it('arrives in each partition, and in no figure of what people send', async () => {
  const monitor = await start({ MONITOR_PARTITIONS: '3', MONITOR_RATE_LIMIT: '1' });
  await Promise.all([0, 1, 2].map((partition) => untilTicks(monitor, partition)));
  const metrics = await (await fetch(`${monitor.url}/metrics`)).text();
  expect(metrics).toContain('monitor_heartbeats_total{result="ok"} 0');
  expect(metrics).not.toMatch(/monitor_http_request_duration_seconds.*heartbeat/);
  for (const partition of [0, 1, 2])
    expect(metrics).toContain(`monitor_blind_seconds_total{partition="${partition}"} 0`);
});

it('comes with a key that nobody can find: in no list, in no Redis', async () => {
  const monitor = await start({});
  await untilTicks(monitor);
  const { body } = await call(monitor, 'GET', '/api/keys');
  expect((body['items'] as { name: string }[]).map(({ name }) => name)).not.toContain('tick');
  expect(Object.keys(await monitor.redis.hgetall('monitor:api-keys'))).toHaveLength(1);
});

it('is no more than a heartbeat of an unknown instance when somebody else sends it', async () => {
  const monitor = await start({});
  await untilTicks(monitor);
  const instanceId = '00000000-0000-8000-8000-000000000000';
  const sentAtMs = (await tickOf(monitor)) + 3_600_000;
  const { status, body } = await call(monitor, 'POST', '/api/services/heartbeat', {
    body: { instanceId, metadata: { partition: 0, sentAtMs } },
  });
  expect([status, body['code']]).toEqual([404, 'instance-unknown']);
  expect(await tickOf(monitor)).toBeLessThan(sentAtMs - 3_000_000);
});

it('ends when a node drains, though it still serves', async () => {
  const shared = await openTestRedis();
  onTestFinished(() => shared.close());
  const client = connect(shared.url, 'blocking', () => undefined);
  onTestFinished(() => client.disconnect());
  const tick = async () => Number(await client.hget('{m0}:clock', 'tick'));
  const node = await startNode({ redisUrl: shared.url, env: { ...settings, MONITOR_DRAIN: '2s' } });
  await eventually('a tick arrives', tick, (atMs) => atMs > 0);
  const stopped = node.stop();
  const isServing = () => fetch(`${node.url}/livez`).then(({ ok }) => ok);
  await eventually(
    'the node is not ready any more',
    () => fetch(`${node.url}/readyz`),
    ({ status }) => status === 503,
  );
  const atDrain = await tick();
  // So long that twenty ticks would have been sent.
  await wait(1_500);
  expect(await isServing()).toBe(true);
  expect((await tick()) - atDrain).toBeLessThan(200);
  await stopped;
});
