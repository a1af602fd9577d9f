import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { composeApp } from './compose-app.ts';
import { makeKey } from './make-key.ts';

let composed: Awaited<ReturnType<typeof composeApp>>;
let url: string;
const keys = { all: '', bound: '' };

const get = (path: string, key = keys.all) => call({ url, key }, 'GET', path);

beforeAll(async () => {
  composed = await composeApp();
  await composed.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(composed.app.server.address() as AddressInfo).port}`;
  keys.all = await makeKey(composed.redis, { scopes: ['ingest', 'read'] });
  keys.bound = await makeKey(composed.redis, { scopes: ['read'], services: ['mail'] });
  for (const [n, serviceName] of ['cart', 'cart', 'mail'].entries()) {
    const metadata = { host: `h${n}`, zone: 'z1' };
    const body = { serviceName, environment: 'production', instanceId: `one-${n}`, metadata };
    await eventually(
      'it is registered',
      () => call({ url, key: keys.all }, 'POST', '/api/services/register', { body }),
      ({ status }) => status === 200,
    );
  }
});
afterAll(() => composed.close());

test('GET /api/instances shows the instances of all services in short, to a bound key only those of its own', async () => {
  const { status, body } = await get('/api/instances');
  expect(status).toBe(200);
  expect(body.map(({ instanceKey }: { instanceKey: string }) => instanceKey).sort()).toEqual([
    'one-0',
    'one-1',
    'one-2',
  ]);
  expect(body.at(-1)).toEqual({
    ...{
      instanceId: expect.any(String),
      instanceKey: 'one-2',
      serviceId: expect.any(String),
      serviceName: 'mail',
    },
    ...{
      environment: 'production',
      status: 'Pending',
      since: expect.stringMatching(/Z$/),
      host: 'h2',
      zone: 'z1',
    },
  });
  const bound = await eventually(
    'the bound key is known',
    () => get('/api/instances', keys.bound),
    (answer) => answer.status === 200,
  );
  expect(bound.body.map(({ serviceName }: { serviceName: string }) => serviceName)).toEqual(['mail']);
  expect((await get('/api/instances?status=Down')).body).toEqual([]);
  expect((await get('/api/instances?status=Stopped')).status).toBe(400);
});
