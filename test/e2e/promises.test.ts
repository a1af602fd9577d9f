import { afterEach, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

async function start(redis: TestRedis, env: Record<string, string>, file = ''): Promise<RunningMonitor> {
  const monitor = await startMonitor({ redisUrl: redis.url, env, file });
  open.push({ close: () => monitor.stop() });
  return monitor;
}

async function call(url: string, body?: object): Promise<Record<string, unknown>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { 'x-api-key': testKey, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(url, { ...init, headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

const register = async ({ url }: RunningMonitor, heartbeatIntervalSeconds: number | null) => {
  const registration = {
    serviceName: 'orders',
    environment: 'test',
    instanceId: 'one',
    hostname: 'h',
    port: 1,
  };
  const reply = await call(`${url}/api/services/register`, { ...registration, heartbeatIntervalSeconds });
  return String(reply['instanceId']);
};
const told = async ({ url }: RunningMonitor, instanceId: string) =>
  (await call(`${url}/api/services/heartbeat`, { instanceId }))['nextHeartbeatSeconds'];
const shown = async ({ url }: RunningMonitor, instanceId: string) =>
  (await call(`${url}/api/instances/${instanceId}`))['expectedIntervalSeconds'];

test('what a heartbeat is answered is what the instance is judged by, at once and on every node', async () => {
  const redis = await openTestRedis();
  open.push(redis);
  const nodes = [
    await start(redis, { MONITOR_ROLES: 'api,worker' }),
    await start(redis, { MONITOR_ROLES: 'api' }),
  ] as const;
  const instanceId = await register(nodes[0], 300);
  for (const node of nodes) expect(await told(node, instanceId)).toBe(300);
  for (const [at, seconds] of [30, 600, 45].entries()) {
    expect(await register(nodes[at % 2 === 0 ? 0 : 1], seconds)).toBe(instanceId);
    for (const node of nodes) expect(await told(node, instanceId)).toBe(seconds);
    for (const node of nodes) expect(await shown(node, instanceId)).toBe(seconds);
  }

  const policy = 'services: [{ match: { service: orders }, heartbeatInterval: 7s }]';
  const restarted = await start(redis, { MONITOR_ROLES: 'api' }, policy);
  expect(await shown(restarted, instanceId)).toBe(7);
  expect(await told(restarted, instanceId)).toBe(7);
});

test('who dies after a restart with shorter times is judged by these, though its timer was set by the old ones', async () => {
  const redis = await openTestRedis();
  open.push(redis);
  const before = await start(redis, { MONITOR_HEARTBEAT_INTERVAL: '10m', MONITOR_DOWN_AFTER: '1h' });
  const instanceId = await register(before, null);
  await told(before, instanceId);
  expect(await shown(before, instanceId)).toBe(600);
  await before.stop();

  const fast = {
    MONITOR_HEARTBEAT_INTERVAL: '500ms',
    MONITOR_DOWN_AFTER: '2s',
    MONITOR_BLIND_AFTER: '600ms',
  };
  const after = await start(redis, fast);
  await eventually('the silent instance is Down', async () => {
    return (await call(`${after.url}/api/instances/${instanceId}`))['status'] === 'Down';
  });
});
