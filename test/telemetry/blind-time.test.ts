import { expect, onTestFinished, test } from 'vitest';
import { toGap } from '../../src/store/monitor/blind-ledger.ts';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { type RedisProcess, startRedisProcess } from '../support/redis-process.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';

const env = { MONITOR_BLIND_AFTER: '500ms', LOG_LEVEL: 'warn' };

async function startRedis(): Promise<RedisProcess> {
  const redis = await startRedisProcess({ appendonly: 'yes' });
  onTestFinished(() => redis.kill());
  return redis;
}

async function startNode(redis: RedisProcess, role: string): Promise<RunningMonitor> {
  const redisUrl = `redis://127.0.0.1:${redis.port}`;
  const node = await startMonitor({ redisUrl, env: { ...env, MONITOR_ROLES: role } });
  onTestFinished(() => node.kill());
  return node;
}

async function countedBy({ url }: RunningMonitor): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^monitor_blind_seconds_total\{partition="0"\} (\S+)$/m.exec(text)?.[1]);
}

const gapsIn = async ({ client }: RedisProcess) => (await client.zrange('{m0}:blind', '0', '-1')).map(toGap);

test('blind time is counted, on every node, though the call that finds it was given up before Redis came to itself', async () => {
  const redis = await startRedis();
  const [api, worker] = [await startNode(redis, 'api'), await startNode(redis, 'worker')];
  const { call, callOnce } = apiClient(api.url);
  const about = { serviceName: 'orders', environment: 'test', instanceId: 'one' };
  const { instanceId } = (await (await call('POST', '/api/services/register', about)).json()) as {
    instanceId: string;
  };
  const beat = async () => (await callOnce('POST', '/api/services/heartbeat', { instanceId })).status;
  expect(await beat()).toBe(200);
  // A busy machine may make some before, which the node that starts later does not count.
  const earlier = (await gapsIn(redis)).length;
  redis.signal('SIGSTOP');
  // Redis finds them when it goes on, before anything that is sent then.
  expect([await beat(), await beat()]).toEqual([503, 503]);
  redis.signal('SIGCONT');
  const gaps = await eventually('the gap is noted', async () => {
    const found = (await gapsIn(redis)).slice(earlier);
    return found.length > 0 && found;
  });
  const seconds = gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / 1000;
  for (const node of [api, worker]) {
    await eventually('it is counted', async () => (await countedBy(node)) >= seconds);
    await eventually('it is told', () =>
      node.printed().includes('no heartbeat could be received for a while'),
    );
  }
});

test('a node counts the gap that its own first tick ends, and none that was over before', async () => {
  const redis = await startRedis();
  const first = await startNode(redis, 'api');
  await eventually('it ticks', () => redis.client.hget('{m0}:clock', 'tick'));
  await first.kill();
  const beganAtMs = Number(await redis.client.hget('{m0}:clock', 'tick'));
  const past = { fromMs: beganAtMs - 90_000, toMs: beganAtMs - 60_000 };
  await redis.client.zadd('{m0}:blind', past.toMs, `${past.fromMs}:${past.toMs}`);
  await eventually('nobody has ticked for long', async () => {
    const [seconds] = await redis.client.time();
    return Number(seconds) * 1000 - beganAtMs > 1_000;
  });
  const node = await startNode(redis, 'api');
  const gap = await eventually('its tick ends the gap', async () => (await gapsIn(redis))[1]);
  await eventually('that one is counted', async () => (await countedBy(node)) > 0);
  expect(await countedBy(node)).toBeCloseTo((gap.toMs - gap.fromMs) / 1000, 2);
});
