import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let serviceId: string;

beforeAll(async () => {
  monitor = await startMonitor({ MONITOR_TRUSTED_PROXIES: '127.0.0.1', MONITOR_HEARTBEAT_INTERVAL: '1h' });
  serviceId = await register('a', { node: 'n1', zone: 'eu-1a', region: 'eu-1' }, '10.1.2.3', '1.0');
  await register('b', { host: 'h2', zone: 'eu-1b', region: 'eu-1', cluster: 7 }, '10.1.2.4', '1.1');
  await register('c', { deployment: 'shop/cart', zone: ['eu-1a'] }, '2001:db8:1:2345::7', '1.1');
  await register('d', null, '10.9.9.9', '1.1');
});
afterAll(() => monitor.stop());

async function register(
  instanceId: string,
  metadata: object | null,
  address: string,
  version: string,
): Promise<string> {
  const body = { serviceName: 'orders', environment: 'test', instanceId, metadata, version };
  const answer = await call(monitor, 'POST', '/api/services/register', {
    ...{ body, headers: { 'x-forwarded-for': address } },
  });
  expect([answer.status, answer.body.warnings]).toEqual([200, undefined]);
  return answer.body.serviceId;
}

const list = (query: string) => call(monitor, 'GET', `/api/services/${serviceId}/instances?${query}`);

const nowhere = {
  ...{ host: null, node: null, zone: null, region: null, cluster: null, deployment: null, network: null },
};

it('an instance is shown with where it runs, by its metadata, and the network that it called from', async () => {
  const { items } = (await list('')).body;
  const locations = Object.fromEntries(
    items.map((one: { instanceKey: string; location: object }) => [one.instanceKey, one.location]),
  );
  expect(locations).toEqual({
    a: { ...nowhere, host: 'n1', node: 'n1', zone: 'eu-1a', region: 'eu-1', network: '10.1.2.0/24' },
    b: { ...nowhere, host: 'h2', zone: 'eu-1b', region: 'eu-1', network: '10.1.2.0/24' },
    c: { ...nowhere, deployment: 'shop/cart', network: '2001:db8:1:2300::/56' },
    d: { ...nowhere, network: '10.9.9.0/24' },
  });
  const one = items.find(({ instanceKey }: { instanceKey: string }) => instanceKey === 'a');
  expect((await call(monitor, 'GET', `/api/instances/${one.instanceId}`)).body.location).toEqual(
    one.location,
  );
});

it.each([
  ['host=n1', 'a'],
  ['host=h2', 'b'],
  ['node=n1', 'a'],
  ['zone=eu-1a', 'a'],
  ['region=eu-1', 'ab'],
  ['region=eu-1&version=1.1', 'b'],
  ['deployment=shop/cart', 'c'],
  ['network=10.1.2.0/24', 'ab'],
  ['network=10.1.2.0/24&status=Pending', 'ab'],
  ['network=10.1.2.0/24&status=Healthy', ''],
  ['version=1.1', 'bcd'],
  ['cluster=7', ''],
  ['zone=eu-1', ''],
])('instances are found by %s: %s', async (query, keys) => {
  const found: { instanceKey: string }[] = (await list(query)).body.items;
  expect(found.map((one) => one.instanceKey).sort()).toEqual([...keys]);
});

it('pages of a filter go on where the last one ended, and belong to it', async () => {
  const first = (await list('region=eu-1&limit=1')).body;
  const second = (await list(`region=eu-1&limit=1&cursor=${first.nextCursor}`)).body;
  const keys = [...first.items, ...second.items].map((one) => one.instanceKey);
  expect(new Set(keys)).toEqual(new Set(['a', 'b']));
  expect((await list(`region=eu-2&limit=1&cursor=${first.nextCursor}`)).status).toBe(400);
});

it.each(['zone=', 'zone=%0a', `zone=${'z'.repeat(254)}`])('a filter %s is refused', async (query) => {
  const { status, body } = await list(query);
  expect([status, body.errors[0].pointer]).toEqual([400, 'zone']);
});

it('an instance that registers from elsewhere is shown there', async () => {
  await register('d', { zone: 'eu-1c' }, '10.8.8.8', '1.1');
  const [one] = (await list('zone=eu-1c')).body.items;
  expect(one.location).toEqual({ ...nowhere, zone: 'eu-1c', network: '10.8.8.0/24' });
  expect((await list('network=10.9.9.0/24')).body.items).toEqual([]);
});
