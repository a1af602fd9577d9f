import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Notification } from '../../../src/domain/notification.ts';
import { createAuditTrail } from '../../../src/store/access/audit-trail.ts';
import { globalKeys } from '../../../src/store/keys.ts';
import { rowFor } from '../notifications/notification-row.ts';
import { openStore, type TestStore } from '../open-store.ts';
import { writeIncident } from './old-incident.ts';
import { dayMs, kept, trimmer } from './trim-all.ts';

let store: TestStore;
let nowMs: number;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(async () => {
  await store.reset();
  nowMs = await store.beats.now(0);
});
afterAll(() => store.close());

/** A notification of this age; `name` makes its id. */
async function write(
  ageMs: number,
  more: Partial<Omit<Notification, 'kind'>> = {},
  name = 'down',
): Promise<string> {
  const row = rowFor(
    store,
    { createdAtMs: nowMs - ageMs, state: 'sent', nextAttemptAtMs: null, ...more },
    name,
  );
  await store.notifications.plan([row]);
  return row.notificationId;
}

const listed = async () => ({
  incidents: (await store.readings.incidents({ limit: 200, after: null }, {})).items.map(
    (one) => one.incidentId,
  ),
  notifications: (await store.readings.notifications(null, { limit: 200, after: null })).items.map(
    (one) => one.notificationId,
  ),
});

const keysNow = async () => (await store.client.keys('*')).sort();

test('a resolved incident and its notifications leave nothing behind when their time is over', async () => {
  const before = await keysNow();
  const { incidentId } = await writeIncident(store, nowMs - kept.incidentsMs - dayMs);
  for (const name of ['down', 'recovering', 'resolved']) await write(kept.incidentsMs, { incidentId }, name);
  const { round, steps } = trimmer(store);
  await round();
  expect(steps).toEqual([
    { kind: 'notification', removed: 3 },
    { kind: 'incident', removed: 1 },
  ]);
  expect(await listed()).toEqual({ incidents: [], notifications: [] });
  expect(await keysNow()).toEqual(before);
});

test('a list that is read page by page goes on behind what was removed', async () => {
  const starts = [500, 450, 2, 1].map((daysAgo) => nowMs - daysAgo * dayMs);
  const ids: string[] = [];
  for (const start of starts) ids.unshift((await writeIncident(store, start)).incidentId);
  const { items, next } = await store.readings.incidents({ limit: 1, after: null }, {});
  await trimmer(store).round();
  const rest = await store.readings.incidents({ limit: 10, after: next }, {});
  expect([...items, ...rest.items].map((one) => one.incidentId)).toEqual(ids.slice(0, 2));
});

test('what is open, waits or is young stays, and is no obstacle for what is behind it', async () => {
  const open = await writeIncident(store, nowMs - 900 * dayMs, 'open', 'dead-for-years');
  const young = await writeIncident(store, nowMs - kept.incidentsMs + dayMs);
  const told = await write(899 * dayMs, { incidentId: open.incidentId });
  const waits = await write(200 * dayMs, { state: 'pending', nextAttemptAtMs: nowMs }, 'waits');
  const recent = await write(kept.notificationsMs - dayMs, { incidentId: young.incidentId }, 'recent');
  // Its notification is not old enough yet.
  const tied = await writeIncident(store, nowMs - 500 * dayMs, 'resolved', 'tied');
  const ties = await write(dayMs, { incidentId: tied.incidentId }, 'ties');
  const gone = await writeIncident(store, nowMs - 401 * dayMs, 'resolved', 'gone');
  const { round, steps } = trimmer(store);
  await round();
  expect(steps).toEqual([{ kind: 'incident', removed: 1 }]);
  const { incidents, notifications } = await listed();
  expect(incidents).not.toContain(gone.incidentId);
  expect(incidents.sort()).toEqual([open, young, tied].map((one) => one.incidentId).sort());
  expect(notifications.sort()).toEqual([told, waits, recent, ties].sort());
});

test('more than a portion of open incidents does not hide the old one behind them', async () => {
  for (let i = 0; i < 60; i++) await writeIncident(store, nowMs - 900 * dayMs + i, 'open', `dead-${i}`);
  const { incidentId } = await writeIncident(store, nowMs - 401 * dayMs);
  await trimmer(store).round();
  expect(await store.client.zscore(store.keys.incidents, incidentId)).toBeNull();
  expect(await store.client.zcard(store.keys.incidents)).toBe(60);
});

test('a note that is written while an incident is removed keeps it', async () => {
  const incident = await writeIncident(store, nowMs - 500 * dayMs);
  const key = store.keys.incident(incident.incidentId);
  const noted = JSON.stringify({ ...incident, serviceName: 'noted' });
  const { round, steps } = trimmer(store, {
    through: (records) => ({
      ...records,
      async remove(found) {
        await store.client.set(key, noted);
        return records.remove(found);
      },
    }),
  });
  await round();
  expect(steps).toEqual([]);
  expect(await store.client.get(key)).toBe(noted);
  expect((await listed()).incidents).toEqual([incident.incidentId]);
});

test('a notification that is sent again while it is removed stays', async () => {
  const notificationId = await write(200 * dayMs, { state: 'dead' });
  const { round, steps } = trimmer(store, {
    through: (records) => ({
      ...records,
      async remove(found) {
        await store.client.hset(store.keys.notification(notificationId), 'state', 'pending');
        return records.remove(found);
      },
    }),
  });
  await round();
  expect(steps).toEqual([]);
  expect((await listed()).notifications).toEqual([notificationId]);
});

test('what only a list names goes from the list', async () => {
  await store.client.zadd(store.keys.incidents, nowMs - 500 * dayMs, store.ids.serviceId('a', 'b'));
  await store.client.zadd(store.keys.notifications, nowMs - 500 * dayMs, store.ids.serviceId('c', 'd'));
  await trimmer(store).round();
  expect(await store.client.exists(store.keys.incidents, store.keys.notifications)).toBe(0);
});

const auditEntry = (target: string) =>
  JSON.stringify({
    act: 'key-created',
    target,
    detail: null,
    by: { keyId: null, name: 'Ada' },
    from: 'here',
    failedBecause: null,
  });

test('audit entries go when they are too old, and the oldest when there are more than 20,000', async () => {
  const { client } = store;
  const oldMs = nowMs - kept.auditMs - dayMs;
  for (let i = 0; i < 150; i++)
    await client.xadd(globalKeys.audit, `${oldMs + i}-0`, 'entry', auditEntry('old'));
  await client.xadd(globalKeys.audit, '*', 'entry', auditEntry('young'));
  const { round, steps } = trimmer(store);
  await round();
  expect(steps.map(({ removed }) => removed)).toEqual([100, 50]);
  const { items } = await createAuditTrail(client).list({ limit: 10, after: null });
  expect(items.map(({ target }) => target)).toEqual(['young']);

  const many = client.pipeline();
  for (let i = 0; i < 20_010; i++) many.xadd(globalKeys.audit, '*', 'entry', auditEntry(String(i)));
  await many.exec();
  await round();
  expect(await client.xlen(globalKeys.audit)).toBe(20_000);
});

test('a blind gap goes after 400 days in which the monitor could hear, not after 400 days in which it was off', async () => {
  const { client, keys } = store;
  const gap = async (fromDaysAgo: number, toDaysAgo: number) => {
    const [from, to] = [nowMs - fromDaysAgo * dayMs, nowMs - toDaysAgo * dayMs];
    await client.zadd(keys.blind, to, `${from}:${to}`);
    return `${from}:${to}`;
  };
  const old = await gap(402, 401);
  // It takes away so much that 400 days are not full.
  const later = await gap(300, 298.5);
  await trimmer(store).round();
  expect(await client.zrange(keys.blind, '0', '-1')).toEqual([old, later]);

  await client.zrem(keys.blind, later);
  await trimmer(store).round();
  expect(await client.zcard(keys.blind)).toBe(0);

  const beforeIt = await gap(402, 401);
  const off = await gap(400.9, 1);
  await trimmer(store).round();
  expect(await client.zrange(keys.blind, '0', '-1')).toEqual([beforeIt, off]);
});

test('a blind gap in the silence of an incident that goes on stays with it', async () => {
  const { client, keys } = store;
  const incident = await writeIncident(store, nowMs - 600 * dayMs, 'open');
  const [from, to] = [nowMs - 500 * dayMs, nowMs - 499 * dayMs];
  await client.zadd(keys.blind, to, `${from}:${to}`);
  await trimmer(store).round();
  expect(await client.zcard(keys.blind)).toBe(1);
  await client.del(keys.incident(incident.incidentId));
  await trimmer(store).round();
  expect(await client.zcard(keys.blind)).toBe(0);
});

test('one worker at a time removes, and leaves the right to do so to the next', async () => {
  await writeIncident(store, nowMs - 500 * dayMs);
  const other = trimmer(store, { token: 'other' });
  await other.lease.hold('other', 60_000);
  const one = trimmer(store);
  await one.round();
  expect(one.steps).toEqual([]);
  await other.round();
  expect(other.steps).toEqual([{ kind: 'incident', removed: 1 }]);
  expect(await store.client.exists(store.keys.retentionLease)).toBe(0);
});

test('10,000 old records go in portions of at most a hundred, and heartbeats are stored between any two', async () => {
  const { instanceId } = await store.appear('orders');
  await store.client.config('RESETSTAT');
  const rows = Array.from({ length: 10_000 }, (_, i) =>
    rowFor(store, { createdAtMs: nowMs - 200 * dayMs, state: 'sent', nextAttemptAtMs: null }, `m${i}`),
  );
  while (rows.length > 0) await store.notifications.plan(rows.splice(0, 1_000));
  let unanswered = 0;
  const { round, steps } = trimmer(store, {
    async pause() {
      const { outcomes } = await store.beats.receive(0, [{ instanceId, metadata: null }]);
      if (outcomes.length !== 1) unanswered++;
    },
  });
  await round();
  expect(steps.reduce((sum, { removed }) => sum + removed, 0)).toBe(10_000);
  expect(Math.max(...steps.map(({ removed }) => removed))).toBeLessThanOrEqual(100);
  expect(unanswered).toBe(0);
  expect(await store.client.exists(store.keys.notifications)).toBe(0);
  const stats = await store.client.info('commandstats');
  const perCallUs = [...stats.matchAll(/usec_per_call=([\d.]+)/g)].map(([, us]) => Number(us));
  expect(Math.max(...perCallUs)).toBeLessThan(5_000);
});
