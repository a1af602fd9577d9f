import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMetricSamples } from '../../src/store/history/metric-samples.ts';
import { createPartitions } from '../../src/store/partition.ts';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { composeApp } from './compose-app.ts';
import { makeKey } from './make-key.ts';

let composed: Awaited<ReturnType<typeof composeApp>>;
let url: string;
let key: string;
let serviceId: string;

const hourMs = 3_600_000;
const startMs = Math.floor(Date.now() / hourMs) * hourMs - 50 * hourMs;
const time = (hour: number) => new Date(startMs + hour * hourMs).toISOString();
const get = (path: string, as = key) => call({ url, key: as }, 'GET', `/api/services/${serviceId}/${path}`);

const register = (version: string, instanceId: string) =>
  call({ url, key }, 'POST', '/api/services/register', {
    body: { serviceName: 'cart', environment: 'production', instanceId, version },
  });

beforeAll(async () => {
  composed = await composeApp();
  await composed.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(composed.app.server.address() as AddressInfo).port}`;
  key = await makeKey(composed.redis, { scopes: ['ingest', 'read'] });
  const { body } = await eventually(
    'the key is known',
    () => register('1.0', 'a'),
    ({ status }) => status === 200,
  );
  serviceId = body.serviceId;
  await register('1.1', 'b');
  const statuses = ['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered', 'Healthy'];
  const entries = statuses.map((status, i) => `${startMs + i * hourMs} ${status}`);
  const service = `{m0}:s:${serviceId}`;
  await composed.redis.del(`{m0}:history:${serviceId}`);
  await composed.redis.rpush(`{m0}:history:${serviceId}`, ...entries);
  await composed.redis.hset(service, { status: 'Healthy', sinceMs: startMs + 5 * hourMs });
});
afterAll(() => composed.close());

describe('GET /api/services/:serviceId/history', () => {
  test('shows each status with its times, newest first, and the changes of version', async () => {
    const { status, body } = await get('history');
    expect(status).toBe(200);
    expect(body.items.slice(0, 2)).toEqual([
      { status: 'Healthy', from: time(5), to: null },
      { status: 'Recovered', from: time(4), to: time(5) },
    ]);
    expect(body.items).toHaveLength(6);
    expect(body.deploys).toEqual([
      { at: expect.stringMatching(/Z$/), version: '1.1', previousVersion: '1.0' },
    ]);
  });

  test('is read in pages, and between two times: what goes on at one of them is part of it', async () => {
    const first = await get('history?limit=4');
    const rest = await get(`history?limit=4&cursor=${first.body.nextCursor}`);
    const all = [...first.body.items, ...rest.body.items].map(({ status }: { status: string }) => status);
    expect(all).toEqual(['Healthy', 'Recovered', 'Down', 'Degraded', 'Healthy', 'Pending']);
    expect(rest.body.nextCursor).toBeNull();
    const some = await get(`history?from=${time(2.5)}&to=${time(4)}`);
    expect(some.body.items.map(({ status }: { status: string }) => status)).toEqual(['Down', 'Degraded']);
    expect(some.body.deploys).toEqual([]);
  });

  test('refuses an end that is before its beginning', async () => {
    const { status, body } = await get(`history?from=${time(4)}&to=${time(2)}`);
    expect([status, body.detail]).toEqual([400, 'to: must not be before `from`']);
  });
});

test('what lay over the statuses is told of the time that is asked for, and only then', async () => {
  const gap = { fromMs: startMs + 1.5 * hourMs, toMs: startMs + 2.5 * hourMs };
  await composed.redis.zadd('{m0}:blind', gap.toMs, `${gap.fromMs}:${gap.toMs}`);
  const { body } = await get(`history?from=${time(2)}&to=${time(4)}`);
  expect(body.overlays).toEqual([{ state: 'blind', from: time(2), to: time(2.5) }]);
  expect((await get('history')).body.overlays).toEqual([]);
  expect((await get(`history?from=${time(3)}`)).body.overlays).toEqual([]);
  await composed.redis.del('{m0}:blind');
});

describe('GET /api/services/:serviceId/uptime', () => {
  test('gives the seconds of each day by state, and all together', async () => {
    const { status, body } = await get('uptime?days=5');
    expect(status).toBe(200);
    expect(body).toMatchObject({ serviceId, serviceName: 'cart', environment: 'production' });
    expect(body.days).toHaveLength(5);
    expect(body.seconds).toMatchObject({ degraded: 3_600, down: 3_600, maintenance: 0 });
    const { healthy, degraded, down } = body.seconds;
    expect(body.uptime).toBe((healthy + degraded) / (healthy + degraded + down));
    for (const { seconds } of body.days.slice(0, -1))
      expect(Object.values<number>(seconds).reduce((sum, one) => sum + one, 0)).toBe(86_400);
    expect(body.days[0]).toMatchObject({ uptime: null, seconds: { notWatched: 86_400 } });
    expect(body.days.at(-1).date).toBe(body.to.slice(0, 10));
  });

  test('is of 90 days unless it says otherwise', async () => {
    expect((await get('uptime')).body.days).toHaveLength(90);
  });
});

test('GET /api/instances/:instanceId/metrics shows what an instance reported, and only to who may see it', async () => {
  const { body } = await register('1.1', 'b');
  const path = `/api/instances/${body.instanceId}/metrics`;
  const samples = createMetricSamples(composed.redis, createPartitions(1));
  const metrics = { cpuPercent: 12.5, memoryMb: 512, requestsPerMinute: null, activeConnections: 0 };
  const minute = Math.floor((await samples.now()) / 60_000);
  await samples.write(minute, [{ instanceId: body.instanceId, metrics }]);
  expect(await call({ url, key }, 'GET', path)).toMatchObject({
    status: 200,
    body: { everySeconds: 60, points: [{ at: new Date(minute * 60_000).toISOString(), ...metrics }] },
  });
  const other = await makeKey(composed.redis, { scopes: ['read'], services: ['mail'] });
  const refused = await eventually(
    'the key is known',
    () => call({ url, key: other }, 'GET', path),
    ({ status }) => status !== 401,
  );
  expect(refused.status).toBe(404);
});

test('what nobody can mean is refused, with the field', async () => {
  for (const [path, pointer] of [
    ...[
      ['uptime?days=0', 'days'],
      ['uptime?days=401', 'days'],
      ['uptime?days=x', 'days'],
      ['uptime?days=1e1', 'days'],
      ['uptime?days=%2B5', 'days'],
      ['uptime?days=+5', 'days'],
      ['uptime?days=0x10', 'days'],
      ['uptime?days=', 'days'],
    ],
    ...[
      ['history?from=yesterday', 'from'],
      ['history?cursor=abc', 'cursor'],
      ['history?limit=0', 'limit'],
    ],
  ] as const) {
    const { status, body } = await get(path);
    expect([path, status, body.code, body.errors[0].pointer.replace('/', '')]).toEqual([
      ...[path, 400, 'validation', pointer],
    ]);
  }
  expect((await get('uptime?since=1')).status).toBe(400);
});

test('a key that is bound to other services finds none, and one of the service does', async () => {
  const other = await makeKey(composed.redis, { scopes: ['read'], services: ['mail'] });
  const own = await makeKey(composed.redis, {
    scopes: ['read'],
    services: ['c*'],
    environments: ['production'],
  });
  await eventually(
    'the keys are known',
    () => get('uptime', own),
    ({ status }) => status === 200,
  );
  for (const path of ['uptime', 'history']) {
    const refused = await eventually(
      'it is known',
      () => get(path, other),
      ({ status }) => status !== 401,
    );
    expect([refused.status, refused.body.code]).toEqual([404, 'not-found']);
    expect((await get(path, own)).status).toBe(200);
  }
  expect(
    await call({ url, key }, 'GET', '/api/services/00000000-0000-8000-8000-000000000000/uptime'),
  ).toMatchObject({
    status: 404,
  });
});
