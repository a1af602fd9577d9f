import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { call, type Reply } from './call.ts';
import { makeKey } from './make-key.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';
import { writeGroup } from './write-group.ts';

let monitor: Monitor;
let groupId: string;
/** By the name of their service. */
const incidentIds: Record<string, string> = {};

const post = (body: unknown, { id = groupId, key = monitor.key } = {}): Promise<Reply> =>
  call({ ...monitor, key }, 'POST', `/api/outage-groups/${id}/acknowledge`, { body });

async function incidents(): Promise<{ serviceName: string; acknowledged: { by: string } | null }[]> {
  return (await call(monitor, 'GET', '/api/incidents')).body.items;
}

/** Three services that register and are never heard of. */
beforeAll(async () => {
  monitor = await startMonitor({
    ...{ MONITOR_HEARTBEAT_INTERVAL: '100ms', MONITOR_HEARTBEAT_GRACE: '100ms' },
    ...{ MONITOR_DOWN_AFTER: '400ms', MONITOR_OUTAGE_GROUPS: 'off' },
  });
  for (const serviceName of ['shop-cart', 'bank', 'gone'])
    await call(monitor, 'POST', '/api/services/register', {
      body: { serviceName, environment: 'test', instanceId: 'one' },
    });
  const found = await eventually(
    'all are Down',
    () => call(monitor, 'GET', '/api/incidents'),
    (reply) => reply.body.items.length === 3,
  );
  const all = found.body.items as { incidentId: string; serviceName: string }[];
  for (const { incidentId, serviceName } of all) incidentIds[serviceName] = incidentId;
  await call(monitor, 'POST', `/api/incidents/${incidentIds['gone']}/resolve`, { body: { by: 'Ada' } });
  groupId = await writeGroup(monitor.redis, {
    ...{ host: 'h1', startedAtMs: Date.now(), endedAtMs: null },
    incidents: found.body.items.map((one: object) => ({ ...one, isOver: false })),
  });
});
afterAll(() => monitor.stop());

test('a key that is bound to services acknowledges only the incidents of these', async () => {
  const shop = await makeKey(monitor.redis, { scopes: ['read', 'operate'], services: ['shop-*'] });
  const other = await makeKey(monitor.redis, { scopes: ['read', 'operate'], services: ['other'] });
  const reader = await makeKey(monitor.redis, { scopes: ['read'] });
  await eventually('the keys are known', async () => (await post({}, { key: other })).status !== 401);
  expect((await post({ by: 'Eve' }, { key: other })).status).toBe(404);
  expect((await post({ by: 'Eve' }, { key: reader })).status).toBe(403);
  const { status, body } = await post({ by: 'Bob' }, { key: shop });
  expect([status, body.acknowledged.map((one: { serviceName: string }) => one.serviceName)]).toEqual([
    ...[200, ['shop-cart']],
  ]);
  expect((await incidents()).find(({ serviceName }) => serviceName === 'bank')?.acknowledged).toBeNull();
});

test('all open incidents of a group are acknowledged at once, and the same request again changes nothing', async () => {
  const body = { by: 'Ada', note: 'the switch' };
  const first = await post(body);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ outageGroupId: groupId, cause: 'Host h1', refused: [] });
  const named = (reply: Reply) =>
    reply.body.acknowledged.map((one: { serviceName: string }) => one.serviceName).toSorted();
  expect(named(first)).toEqual(['bank', 'shop-cart']);
  for (const one of first.body.acknowledged)
    expect(one).toMatchObject({ acknowledged: { by: 'Ada', note: 'the switch' }, state: 'open' });
  const timelines = (reply: Reply) => reply.body.acknowledged.map((one: { timeline: [] }) => one.timeline);
  const again = await post(body);
  expect([again.status, timelines(again)]).toEqual([200, timelines(first)]);
  const [entry] = (await call(monitor, 'GET', '/api/audit?limit=1')).body.items;
  expect(entry).toMatchObject({
    ...{ act: 'outage-group-acknowledged', target: groupId, detail: 'Ada: the switch', failedBecause: null },
  });
});

test('what cannot be acknowledged is a problem that says why', async () => {
  expect((await post({ note: 'nobody' })).status).toBe(400);
  expect((await post({ by: 'Ada' }, { id: '00000000-0000-8000-8000-000000000000' })).status).toBe(404);
  const over = await writeGroup(monitor.redis, {
    ...{ host: 'h2', startedAtMs: Date.now(), endedAtMs: Date.now() },
    incidents: [
      {
        ...{ incidentId: incidentIds['gone'] ?? '', serviceId: 'x', serviceName: 'gone' },
        ...{ environment: 'test', isOver: true },
      },
    ],
  });
  const { status, body } = await post({ by: 'Ada' }, { id: over });
  expect([status, body.code, body.detail]).toEqual([
    ...[409, 'conflict', 'No incident of this outage group is open.'],
  ]);
});
