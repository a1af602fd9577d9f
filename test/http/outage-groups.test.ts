import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../src/store/ids.ts';
import { eventually } from '../support/eventually.ts';
import { call } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';
import { writeGroup } from './write-group.ts';

let monitor: Monitor;
/** Keys that may see everything, and only some services. */
let shopKey: string;
let otherKey: string;

const ask = (path: string, key = monitor.key) => call({ ...monitor, key }, 'GET', path);

beforeAll(async () => {
  // The groups are written below, and nobody tends them.
  monitor = await startMonitor({ MONITOR_ROLES: 'api' });
  shopKey = await makeKey(monitor.redis, { scopes: ['read'], services: ['shop-*'] });
  otherKey = await makeKey(monitor.redis, { scopes: ['read'], services: ['other'] });
  await eventually('the keys are known', async () => (await ask('/api/services', otherKey)).status === 200);
});
afterAll(() => monitor.stop());

function write(host: string, startedAtMs: number, endedAtMs: number | null): Promise<string> {
  const incident = (serviceName: string) => ({
    incidentId: ids.incidentId(ids.serviceId(serviceName, 'test'), 1),
    ...{ serviceId: ids.serviceId(serviceName, 'test'), serviceName, environment: 'test', isOver: false },
  });
  const incidents = [incident('shop-cart'), incident('bank')];
  return writeGroup(monitor.redis, { host, startedAtMs, endedAtMs, incidents });
}

test('outage groups are listed newest first, one by one, and by their state', async () => {
  const over = await write('h1', Date.parse('2026-11-21T03:00:00Z'), Date.parse('2026-11-21T03:10:00Z'));
  const open = await write('h2', Date.parse('2026-11-21T04:00:00Z'), null);
  const { body } = await ask('/api/outage-groups?limit=1');
  expect(body.items).toHaveLength(1);
  expect(body.items[0]).toEqual({
    ...{ outageGroupId: open, cause: 'Host h2', kind: 'host', values: ['h2'], weakened: 1 },
    ...{ startedAt: '2026-11-21T04:00:00.000Z', detectedAt: '2026-11-21T04:00:00.002Z', endedAt: null },
    instances: { silent: 3, total: 4 },
    incidents: [
      expect.objectContaining({ serviceName: 'shop-cart', over: false, toldAlone: false }),
      expect.objectContaining({ serviceName: 'bank' }),
    ],
    notExplained: [
      { serviceName: 'shop-mail', environment: 'test' },
      { serviceName: 'vault', environment: 'test' },
    ],
  });
  const next = await ask(`/api/outage-groups?limit=1&cursor=${body.nextCursor}`);
  expect(next.body.items[0].outageGroupId).toBe(over);
  const idsOf = async (state: string) =>
    (await ask(`/api/outage-groups?state=${state}`)).body.items.map(
      (one: { outageGroupId: string }) => one.outageGroupId,
    );
  expect(await idsOf('open')).toEqual([open]);
  expect(await idsOf('ended')).toEqual([over]);
  expect((await ask(`/api/outage-groups/${over}`)).body.endedAt).toBe('2026-11-21T03:10:00.000Z');
});

test('a key that is bound to services sees only these of a group, and no group without one of them', async () => {
  const { body } = await ask('/api/outage-groups', shopKey);
  const [group] = body.items;
  expect(group.incidents.map((one: { serviceName: string }) => one.serviceName)).toEqual(['shop-cart']);
  expect(group.notExplained).toEqual([{ serviceName: 'shop-mail', environment: 'test' }]);
  expect((await ask('/api/outage-groups', otherKey)).body.items).toEqual([]);
  expect((await ask(`/api/outage-groups/${group.outageGroupId}`, otherKey)).status).toBe(404);
  const messages = `/api/notifications?incidentId=${group.outageGroupId}`;
  expect((await ask(messages, shopKey)).status).toBe(200);
  expect((await ask(messages, otherKey)).status).toBe(404);
  expect((await ask('/api/outage-groups/00000000-0000-8000-8000-000000000000')).status).toBe(404);
});
