import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, type Reply } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let boundKey: string;

const get = (query = '', key = monitor.key): Promise<Reply> =>
  call(monitor, 'GET', `/api/targets${query}`, { headers: { 'x-api-key': key } });

/** Registers an instance at a port of its own; one that lives beats as long as this test runs. */
async function register(serviceName: string, environment: string, port: number | null): Promise<string> {
  const body = {
    serviceName,
    environment,
    instanceId: `${serviceName}-${port}`,
    ...(port && { hostname: 'h', port }),
  };
  return (await call(monitor, 'POST', '/api/services/register', { body })).body.instanceId;
}

const addresses = ({ body }: Reply): string[] =>
  body.flatMap((group: { targets: string[] }) => group.targets).sort();

beforeAll(async () => {
  monitor = await startMonitor({ MONITOR_HEARTBEAT_INTERVAL: '60s' });
  boundKey = await makeKey(monitor.redis, { scopes: ['read'], environments: ['test'] });
  await register('orders', 'prod', 1);
  const healthy = await register('orders', 'prod', 2);
  await call(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId: healthy } });
  await register('orders', 'test', 3);
  await register('billing', 'prod', 4);
  await register('billing', 'prod', null);
  const stopped = await register('billing', 'prod', 5);
  await call(monitor, 'DELETE', `/api/instances/${stopped}`);
  await eventually(
    'the bound key is known',
    () => get('', boundKey),
    ({ status }) => status === 200,
  );
  await eventually(
    'the instance is Healthy',
    () => get('?status=Healthy'),
    ({ body }) => body.length === 1,
  );
});
afterAll(() => monitor.stop());

it('lists the living instances that can be reached, as Prometheus wants them', async () => {
  const reply = await get();
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(addresses(reply)).toEqual(['h:1', 'h:2', 'h:3', 'h:4']);
  expect(reply.body).toContainEqual({
    targets: ['h:2'],
    labels: {
      service: 'orders',
      environment: 'prod',
      __meta_service_monitor_service_id: expect.any(String),
      __meta_service_monitor_instance_id: expect.any(String),
      __meta_service_monitor_instance_key: 'orders-2',
      __meta_service_monitor_status: 'Healthy',
      __meta_service_monitor_hostname: 'h',
    },
  });
});

it.each([
  ['?name=ord*', ['h:1', 'h:2', 'h:3']],
  ['?name=orders&environment=prod', ['h:1', 'h:2']],
  ['?environment=t*', ['h:3']],
  ['?status=Healthy', ['h:2']],
  ['?status=Down', []],
  ['?name=nobody', []],
])('%s leaves out the others', async (query, expected) => {
  expect(addresses(await get(query))).toEqual(expected);
});

it('shows a bound key the instances of its services alone', async () => {
  expect(addresses(await get('', boundKey))).toEqual(['h:3']);
  expect(addresses(await get('?environment=prod', boundKey))).toEqual([]);
});

it('wants a status that an instance that lives can have', async () => {
  const { status, body } = await get('?status=Stopped');
  expect([status, body.code]).toEqual([400, 'validation']);
});
