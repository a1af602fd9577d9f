import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;

beforeAll(async () => {
  monitor = await startMonitor();
});

afterAll(() => monitor.stop());

const open = (path: string) => call(monitor, 'GET', path, { headers: { 'x-api-key': null } });

it.each(['/livez', '/readyz', '/version', '/metrics', '/openapi.json', '/docs/'])(
  '%s needs no key',
  async (path) => {
    expect((await open(path)).status).toBe(200);
  },
);

it('says what runs here', async () => {
  expect((await open('/version')).body).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    roles: ['api', 'worker'],
  });
  expect((await open('/livez')).body).toEqual({ status: 'ok' });
  expect((await open('/readyz')).body).toEqual({ status: 'ready' });
});

it('counts requests by route, not by path', async () => {
  await call(monitor, 'GET', '/api/services/0e13ef2d-c0d3-84ab-a59d-3580c1134e9d');
  await call(monitor, 'GET', '/api/nowhere');
  const { headers, body } = await open('/metrics');
  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  expect(body).toMatch(/route="\/api\/services\/:serviceId"/);
  expect(body).not.toMatch(/0e13ef2d|nowhere/);
});

it('counts unauthenticated requests under fixed words, whatever methods and paths they think of', async () => {
  const unauthenticated = { headers: { 'x-api-key': null } };
  for (const method of ['PROPFIND', 'MKCOL', 'QUERY', 'PUT']) {
    await call(monitor, method, '/api/services', unauthenticated);
    await call(monitor, method, '/livez', unauthenticated);
    await call(monitor, method, `/api/${method}`, unauthenticated);
  }
  const { body } = await open('/metrics');
  const labels = [...body.matchAll(/^monitor_http_request_duration_seconds_count\{(.*)\}/gm)].map(
    (match) => match[1],
  );
  expect(labels).toContain('method="other",route="unknown",status="401"');
  expect(labels).toContain('method="other",route="/livez",status="405"');
  expect(
    labels.filter((label) => label.includes('status="401"') && !label.includes('route="unknown"')),
  ).toEqual([]);
  expect(body).not.toMatch(/PROPFIND|MKCOL|QUERY/);
});

it('takes the name that a caller gives its request, and says it again', async () => {
  const named = await call(monitor, 'GET', '/api/nowhere', {
    headers: { 'x-request-id': 'order-42.retry_1' },
  });
  expect(named.headers.get('x-request-id')).toBe('order-42.retry_1');
  expect(named.body.instance).toBe('order-42.retry_1');
  expect(
    (await call(monitor, 'GET', '/livez', { headers: { 'x-request-id': 'a' } })).headers.get('x-request-id'),
  ).toBe('a');
});

it.each(['has spaces', '<script>', 'x'.repeat(129), 'a;b', ''])(
  'names a request itself that calls itself "%s"',
  async (name) => {
    const { headers } = await call(monitor, 'GET', '/livez', { headers: { 'x-request-id': name } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  },
);

it('answers HEAD as GET, without the body', async () => {
  const { status, body } = await call(monitor, 'HEAD', '/api/services');
  expect([status, body]).toEqual([200, '']);
});

it('serves machines only, and no API, on a node without that role', async () => {
  const worker = await startMonitor({ MONITOR_ROLES: 'worker' });
  try {
    expect((await call(worker, 'GET', '/readyz')).status).toBe(200);
    expect((await call(worker, 'GET', '/metrics')).status).toBe(200);
    const { status, headers, body } = await call(worker, 'GET', '/api/services');
    expect([status, body.code]).toEqual([404, 'not-found']);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  } finally {
    await worker.stop();
  }
});
