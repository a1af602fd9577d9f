import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings, fastTimesMs as times } from '../support/fast-settings.ts';
import { leaksIn } from '../support/leaks.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';

const [first, second, other] = [32, 32, 32].map((bytes) => randomBytes(bytes).toString('base64'));
const tokens = { token: 'canary-first-token-of-chat', 'changed token': 'canary-second-token-of-chat' };

let redis: TestRedis;
let client: Redis;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
const running: RunningMonitor[] = [];
const all: RunningMonitor[] = [];

beforeAll(async () => {
  redis = await openTestRedis();
  client = new Redis(redis.url.replace('unix://', ''));
  receiver = await startHttpReceiver();
});
afterAll(async () => {
  await Promise.all(running.map((node) => node.stop()));
  client.disconnect();
  await receiver.close();
  await redis.close();
});

/** A node of one role; `keys`: the one that encrypts, then one before it. */
async function startNode(role: 'api' | 'worker', keys: (string | undefined)[]): Promise<RunningMonitor> {
  const node = await startMonitor({
    redisUrl: redis.url,
    file: `channels: [{ id: of-file, type: gotify, url: "${new URL(receiver.url).origin}", token: abcdef }]`,
    env: {
      ...fastSettings,
      ...{
        MONITOR_ROLES: role,
        MONITOR_OUTAGE_GROUPS: 'off',
        MONITOR_CHANNEL_PRIVATE_NETWORKS: '127.0.0.0/8',
      },
      ...{ MONITOR_SECRET_KEY: keys[0] ?? '', MONITOR_SECRET_KEY_PREVIOUS: keys[1] ?? '' },
    },
  });
  running.push(node);
  all.push(node);
  return node;
}

async function stop(node: RunningMonitor): Promise<void> {
  running.splice(running.indexOf(node), 1);
  await node.stop();
}

const arrived = (token: string, service: string) =>
  receiver.requests.some(({ headers, body }) => headers['x-gotify-key'] === token && body.includes(service));

test('a channel that is made while the monitor runs is told of outages, under each key that it is encrypted with', async () => {
  let api = await startNode('api', [first]);
  let worker = await startNode('worker', [first]);
  const call = (method: string, path: string, body?: object) =>
    fetch(api.url + path, {
      method,
      headers: {
        'x-api-key': testKey,
        'if-match': '*',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const outage = async (serviceName: string) => {
    const instance = await startInstance([api.url], { serviceName, hostname: serviceName }, times.interval);
    await instance.die();
    return eventually(`${serviceName} has an incident`, async () =>
      (await apiClient(api.url).incidents()).find((incident) => incident.serviceName === serviceName),
    );
  };
  const rowsOf = async (incidentId: string) =>
    (await apiClient(api.url).notifications(incidentId)).filter(({ channelId }) => channelId === 'chat');

  const url = new URL(receiver.url).origin;
  const made = await call('POST', '/api/channels', { id: 'chat', type: 'gotify', url, token: tokens.token });
  expect(made.status).toBe(201);
  await outage('made');
  await eventually('it is told', () => arrived(tokens.token, 'made'));

  expect((await call('PATCH', '/api/channels/chat', { token: tokens['changed token'] })).status).toBe(200);
  await outage('changed');
  await eventually('it is told with the changed secret', () => arrived(tokens['changed token'], 'changed'));

  expect((await call('POST', '/api/channels/chat/disable')).status).toBe(200);
  const off = await outage('switched-off');
  await eventually('the other channel is told', () => arrived('abcdef', 'switched-off'));
  expect(await rowsOf(off.incidentId)).toEqual([]);
  expect((await call('POST', '/api/channels/chat/enable')).status).toBe(200);

  // The key is replaced.
  await Promise.all([stop(api), stop(worker)]);
  [api, worker] = await Promise.all([
    startNode('api', [second, first]),
    startNode('worker', [second, first]),
  ]);
  await outage('replaced');
  await eventually('it is told with a new key beside the old', () =>
    arrived(tokens['changed token'], 'replaced'),
  );
  expect(await (await call('POST', '/api/channels/reencrypt')).json()).toEqual({
    reencrypted: ['chat'],
    locked: [],
  });

  // A worker with a wrong key keeps what it cannot send.
  await stop(worker);
  worker = await startNode('worker', [other]);
  const locked = await outage('locked');
  const [row] = await eventually('it was tried', async () => {
    const rows = await rowsOf(locked.incidentId);
    return rows.length > 0 && rows[0]?.reason != null && rows;
  });
  expect(row).toMatchObject({
    state: 'pending',
    reason: expect.stringMatching(/neither in MONITOR_SECRET_KEY nor/),
  });
  await eventually('the monitor is impaired', async () =>
    (await (await fetch(`${worker.url}/metrics`)).text()).includes(
      'monitor_impaired{cause="channel-locked"} 1',
    ),
  );
  expect(worker.printed()).toContain('a channel cannot be used; its messages wait');
  await stop(worker);
  worker = await startNode('worker', [second]);
  await eventually('what waited is sent', () => arrived(tokens['changed token'], 'locked'), 60_000);

  expect((await call('DELETE', '/api/channels/chat')).status).toBe(204);
  const removed = await outage('removed');
  await eventually('the other channel is told again', () => arrived('abcdef', 'removed'));
  expect(await rowsOf(removed.incidentId)).toEqual([]);
  expect(leaksIn(all.map((node) => node.printed()).join('\n'), tokens)).toEqual([]);
}, 180_000);
