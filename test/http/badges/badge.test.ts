import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { call } from '../call.ts';
import { composeApp } from '../compose-app.ts';
import { makeKey } from '../make-key.ts';
import { judgeAll, showWorker } from '../show-worker.ts';

let composed: Awaited<ReturnType<typeof composeApp>>;
let url: string;
let key: string;

/** What somebody without a key gets. */
const get = (path: string, headers: Record<string, string> = {}) =>
  call({ url, key }, 'GET', path, { headers: { 'x-api-key': null, ...headers } });

async function register(serviceName: string, environment = 'production'): Promise<string> {
  const { body } = await eventually(
    'the key is known',
    () =>
      call({ url, key }, 'POST', '/api/services/register', {
        body: { serviceName, environment, instanceId: 'a' },
      }),
    ({ status }) => status === 200,
  );
  await call({ url, key }, 'POST', '/api/services/heartbeat', { body: { instanceId: body.instanceId } });
  await judgeAll(composed.redis);
  return body.serviceId;
}

/** No worker runs here: the test writes what one would. */
async function inStatus(status: string): Promise<string> {
  const serviceId = await register(`is ${status} <&"'>`);
  await composed.redis.hset(`{m0}:s:${serviceId}`, { status });
  return serviceId;
}

const problemOf = async (path: string) => {
  const { status, headers, body } = await get(path);
  const { instance, ...problem } = body;
  expect(instance).toBe(headers.get('x-request-id'));
  return { status, type: headers.get('content-type'), caching: headers.get('cache-control'), problem };
};

beforeAll(async () => {
  composed = await composeApp({
    MONITOR_BADGES: 'is *, test/un?atched,, production/ünï*',
    MONITOR_HEARTBEAT_INTERVAL: '10m',
    MONITOR_BLIND_AFTER: '10m',
  });
  await showWorker(composed.redis);
  await composed.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(composed.app.server.address() as AddressInfo).port}`;
  key = await makeKey(composed.redis, { scopes: ['ingest', 'read'] });
});
afterAll(() => composed.close());

describe('GET /badge/:serviceId.svg', () => {
  test.each([
    ['Healthy', '#4c1'],
    ['Degraded', '#fe7d37'],
    ['Recovered', '#007ec6'],
    ['Down', '#e05d44'],
    ['Pending', '#9f9f9f'],
    ['Stopped', '#9f9f9f'],
  ])('shows that a service is %s, in the colour %s', async (status, color) => {
    const reply = await get(`/badge/${await inStatus(status)}.svg`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(reply.body).toContain(`<title>is ${status} &lt;&amp;&quot;&#39;&gt;: ${status}</title>`);
    expect(reply.body).toContain(`fill="${color}"`);
  });

  test('may be kept for a minute and embedded elsewhere, runs nothing, and is not sent to who has it', async () => {
    const path = `/badge/${await inStatus('Healthy')}.svg`;
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', headers.get('etag')]);
    expect((await get(`${path}?show=uptime`, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(
      200,
    );
  });

  test('says what is known while a channel fails: that puts no doubt on a status', async () => {
    const serviceId = await inStatus('Down z');
    await composed.redis.hset(`{m0}:s:${serviceId}`, { status: 'Down' });
    const active = ['channel-failing', 'config-refused', 'key-quota', 'redis-memory'];
    await composed.redis.hset('{m0}:watch', 'impairment', JSON.stringify({ active }));
    const { body } = await get(`/badge/${serviceId}.svg`);
    await composed.redis.hdel('{m0}:watch', 'impairment');
    expect(body).toContain(': Down</title>');
  });

  test('says unknown while no worker runs, and while nothing is judged', async () => {
    const [alone, late] = [await inStatus('Degraded v'), await inStatus('Degraded w')];
    const worker = (await composed.redis.hget('{m0}:nodes', 'a-worker')) ?? '';
    await composed.redis.hset(
      '{m0}:nodes',
      'a-worker',
      worker.replace(/"channelIds":\[\]/, '"channelIds":null'),
    );
    const first = (await get(`/badge/${alone}.svg`)).body;
    await composed.redis.hset('{m0}:nodes', 'a-worker', worker);
    await composed.redis.zadd('{m0}:timer', Date.now() - 6_000, 'an-instance');
    const second = (await get(`/badge/${late}.svg`)).body;
    await composed.redis.zrem('{m0}:timer', 'an-instance');
    for (const body of [first, second]) expect(body).toContain(': unknown</title>');
  });

  test('says unknown while the monitor is impaired, and while it hears no heartbeats', async () => {
    const [impaired, blind] = [await inStatus('Degraded x'), await inStatus('Degraded y')];
    for (const id of [impaired, blind]) await composed.redis.hset(`{m0}:s:${id}`, { status: 'Degraded' });
    await composed.redis.hset('{m0}:watch', 'impairment', JSON.stringify({ active: ['state-lost'] }));
    const first = (await get(`/badge/${impaired}.svg`)).body;
    await composed.redis.hdel('{m0}:watch', 'impairment');
    const tick = (await composed.redis.hget('{m0}:clock', 'tick')) ?? '';
    await composed.redis.hset('{m0}:clock', 'tick', Number(tick) - 601_000);
    const second = (await get(`/badge/${blind}.svg`)).body;
    await composed.redis.hset('{m0}:clock', 'tick', tick);
    for (const body of [first, second]) {
      expect(body).toContain(': unknown</title>');
      expect(body).toContain('fill="#9f9f9f"');
      expect(body).not.toContain('Degraded</text>');
    }
  });

  test('shows the uptime of the days that are asked for, never rounded up', async () => {
    const serviceId = await register('ünïcode');
    const dayMs = 86_400_000;
    const nowMs = Date.now();
    const entries = [
      [nowMs - 20 * dayMs, 'Healthy'],
      [nowMs - 10 * dayMs, 'Down'],
      [nowMs - 9 * dayMs, 'Healthy'],
      [nowMs - 1, 'Healthy'],
    ].map((entry) => entry.join(' '));
    await composed.redis.del(`{m0}:history:${serviceId}`);
    await composed.redis.rpush(`{m0}:history:${serviceId}`, ...entries);
    const told = async (query: string) =>
      /<title>(.*)<\/title>/.exec((await get(`/badge/${serviceId}.svg?${query}`)).body)?.[1];
    expect(await told('show=uptime')).toMatch(/^ünïcode uptime 30d: 9[45]\.\d\d%$/);
    expect(await told('show=uptime&days=2')).toBe('ünïcode uptime 2d: 100%');
    const { body } = await call({ url, key }, 'GET', `/api/services/${serviceId}/uptime?days=15`);
    const percent = (Math.floor(body.uptime * 10_000) / 100).toFixed(2);
    expect(await told('show=uptime&days=15')).toBe(`ünïcode uptime 15d: ${percent}%`);
  });

  test('has no uptime of a service that was not watched', async () => {
    const serviceId = await register('unwatched', 'test');
    expect((await get(`/badge/${serviceId}.svg?show=uptime&days=400`)).body).toContain(
      '<title>unwatched uptime 400d: not watched</title>',
    );
  });

  test('answers for what is not public exactly as for what does not exist', async () => {
    const hidden = await register('secret');
    const other = await register('unwatched', 'production');
    const nobody = '00000000-0000-8000-8000-000000000000';
    for (const query of ['', '?show=uptime&days=7']) {
      const missing = await problemOf(`/badge/${nobody}.svg${query}`);
      expect(missing).toMatchObject({
        ...{ status: 404, type: 'application/problem+json; charset=utf-8', caching: 'no-store' },
        problem: { code: 'not-found' },
      });
      for (const id of [hidden, other]) expect(await problemOf(`/badge/${id}.svg${query}`)).toEqual(missing);
    }
  });

  test.each([
    ['nonsense.svg', 'serviceId'],
    ['?show=all', 'show'],
    ['?show=uptime&days=0', 'days'],
    ['?show=uptime&days=401', 'days'],
    ['?show=uptime&days=x', 'days'],
    ['?days=7', 'days'],
    ['?style=flat', ''],
  ])('refuses %s, and names what is wrong', async (wrong, pointer) => {
    const path = wrong.startsWith('?') ? `00000000-0000-8000-8000-000000000000.svg${wrong}` : wrong;
    const { status, body } = await get(`/badge/${path}`);
    expect([status, body.code, body.errors[0].pointer.replace('/', '')]).toEqual([
      400,
      'validation',
      pointer,
    ]);
  });
});

test('no service has a badge unless it is set', async () => {
  const off = await composeApp();
  const serviceId = '00000000-0000-8000-8000-000000000000';
  await off.redis.hset(`{m0}:s:${serviceId}`, {
    serviceName: 'is there',
    environment: 'test',
    status: 'Healthy',
  });
  expect((await off.app.inject({ url: `/badge/${serviceId}.svg` })).statusCode).toBe(404);
  await off.close();
});
