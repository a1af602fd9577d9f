import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKeys } from '../../src/store/access/api-keys.ts';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;

const register = () =>
  call(monitor, 'POST', '/api/services/register', {
    body: { serviceName: 'emptied', environment: 'test', instanceId: 'one' },
  });

beforeAll(async () => {
  monitor = await startMonitor();
});

afterAll(() => monitor.stop());

it('keeps letting the key of its environment in when Redis forgets everything, and forgets the others', async () => {
  const other = { url: monitor.url, key: await makeKey(monitor.redis, {}) };
  await eventually(
    'the key is known',
    () => call(other, 'GET', '/api/services'),
    ({ status }) => status === 200,
  );
  expect((await register()).status).toBe(200);
  await monitor.redis.flushall();
  // Until this node has read its keys anew it lets everybody in that it knew; its own key is never turned away.
  await eventually(
    'the key is forgotten',
    async () => {
      expect((await call(monitor, 'GET', '/api/services')).status).toBe(200);
      return call(other, 'GET', '/api/services');
    },
    ({ status }) => status === 401,
  );
  const { status, body } = await register();
  expect([status, body.status]).toEqual([200, 'registered']);
  expect(await monitor.redis.hget('monitor:meta', 'partitions')).toBe('1');
});

it('lets a key that an operator revoked stay revoked, though it was the only one', async () => {
  await createApiKeys(monitor.redis).revoke(monitor.key.slice(4, 12));
  await eventually(
    'the key of the node is forgotten',
    () => call(monitor, 'GET', '/api/services'),
    ({ status }) => status === 401,
  );
});
