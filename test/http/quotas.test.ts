import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let small: { url: string; key: string };

const register = (caller: { url: string; key: string }, serviceName: string, instanceId: string) =>
  call(caller, 'POST', '/api/services/register', { body: { serviceName, environment: 'test', instanceId } });

beforeAll(async () => {
  monitor = await startMonitor({ MONITOR_KEY_NEW_SERVICES: '3' });
  const body = { name: 'small', scopes: ['ingest', 'read'], maxInstances: 2 };
  const issued = await call(monitor, 'POST', '/api/keys', { body });
  small = { url: monitor.url, key: issued.body.key };
  await eventually(
    'the key is known',
    () => call(small, 'GET', '/api/services'),
    ({ status }) => status === 200,
  );
});

afterAll(() => monitor.stop());

it('refuses the instance after the last with 429, says which limit and how to raise it; known ones register', async () => {
  const { items } = (await call(monitor, 'GET', '/api/keys')).body as { items: { name: string }[] };
  expect(items.find(({ name }) => name === 'small')).toMatchObject({ maxInstances: 2 });
  expect((await register(small, 'orders', 'one')).status).toBe(200);
  expect((await register(small, 'orders', 'two')).status).toBe(200);
  const refused = await register(small, 'orders', 'three');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(refused.body).toMatchObject({
    code: 'quota-exceeded',
    detail:
      'This API key has reached its limit of 2 living instances. Deregister some of them, or raise the limit with "keys limit", or with MONITOR_KEY_INSTANCES for all keys.',
  });
  expect((await register(small, 'orders', 'one')).status).toBe(200);
  expect((await register(monitor, 'orders', 'three')).status).toBe(200);
  const metrics = (await call(monitor, 'GET', '/metrics')).body as string;
  expect(metrics).toContain('monitor_registrations_total{result="over-quota"} 1');
  expect(metrics).toContain('monitor_key_quota_used_ratio 1');
});

it('refuses new services beyond so many a minute, and tells when the next may come', async () => {
  const replies = [];
  for (const name of ['a', 'b', 'c', 'd']) replies.push(await register(monitor, name, 'one'));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  const refused = replies[3];
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(refused?.body.detail).toMatch(
    /^This API key has reached its limit of 3 new services a minute\. Try again after \d+ s/,
  );
});
