import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IncidentChanged } from '../../src/domain/events.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;
let opened: IncidentChanged;

beforeAll(async () => {
  actors = await openActors({ channelIds: ['hook', 'mail'] });
});
beforeEach(async () => {
  await actors.reset();
  const { instanceId } = await actors.register('orders', 'one');
  await actors.beat(instanceId, '{"cpu_percent":97.5}');
  await actors.passTime(timing.downAfterMs);
  await actors.check(instanceId);
  await actors.relay();
  const events = await actors.read('plan-again');
  opened = events.find((event) => event.type === 'incident.changed') as IncidentChanged;
});
afterAll(() => actors.close());

test('every channel gets a row, due at once, and a wake-up', async () => {
  const rows = await actors.allNotifications();
  expect(rows.map((row) => `${row.channelId} ${row.kind} ${row.state}`).sort()).toEqual([
    'hook down pending',
    'mail down pending',
  ]);
  const woken = actors.deliveries.map((delivery) => delivery.notificationId).sort();
  expect(woken).toEqual(rows.map((row) => row.notificationId).sort());
});

test('the message says what a person needs, with the last metrics seen', async () => {
  const [incident] = await actors.allIncidents();
  expect((await actors.allNotifications())[0]?.message).toMatchObject({
    kind: 'down',
    serviceName: 'orders',
    environment: 'test',
    startedAtMs: incident?.startedAtMs,
    detectedAtMs: incident?.detectedAtMs,
    instances: { Down: 1, Healthy: 0 },
    lastMetrics: [{ instanceKey: 'one', values: { cpu_percent: 97.5 }, receivedAtMs: incident?.startedAtMs }],
    url: `http://monitor/#/incidents/${incident?.incidentId}`,
  });
});

test('the last metrics are told with every digit and key that was sent', async () => {
  const { instanceId } = await actors.register('digits', 'one');
  const sent = '{"__proto__":{"a":1.0},"constructor":1e2,"requests_per_minute":9223372036854775807}';
  await actors.beat(instanceId, sent);
  await actors.passTime(timing.downAfterMs);
  await actors.check(instanceId);
  await actors.relay();
  const rows = (await actors.allNotifications()).filter(
    ({ message }) => 'serviceName' in message && message.serviceName === 'digits',
  );
  expect(rows).toHaveLength(2);
  for (const { message } of rows) expect(JSON.stringify(message)).toContain(`"values":${sent}`);
});

test('planning the same event again plans nothing new', async () => {
  const before = await actors.allNotifications();
  await Promise.all([actors.planNotifications(opened), actors.planNotifications(opened)]);
  expect(await actors.allNotifications()).toEqual(before);
});

test('planning after a crash in the middle completes what is missing', async () => {
  const before = await actors.allNotifications();
  const [lost] = before;
  await actors.client.del(actors.keys.notification(lost?.notificationId ?? ''));
  await actors.client.zrem(actors.keys.notifications, lost?.notificationId ?? '');
  await actors.planNotifications(opened);
  const ids = (await actors.allNotifications()).map((row) => row.notificationId).sort();
  expect(ids).toEqual(before.map((row) => row.notificationId).sort());
});

test('an event of an incident that is not there plans nothing', async () => {
  const before = (await actors.allNotifications()).length;
  await actors.planNotifications({ ...opened, incidentId: actors.ids.incidentId(opened.serviceId, 1) });
  expect(await actors.allNotifications()).toHaveLength(before);
});

test('a channel that came after the beginning is told the end without a wait', async () => {
  const all = [...actors.channels];
  actors.channels.clear();
  const { instanceId } = await actors.register('early', 'one');
  await actors.beat(instanceId);
  await actors.passTime(timing.downAfterMs);
  await actors.check(instanceId);
  await actors.relay();
  for (const [channelId, channel] of all) actors.channels.set(channelId, channel);
  await actors.beat(instanceId);
  await actors.relay();
  const row = (await actors.allNotifications()).find(
    ({ channelId, message }) =>
      channelId === 'hook' && 'serviceName' in message && message.serviceName === 'early',
  );
  expect(row).toMatchObject({ kind: 'recovering', state: 'pending' });
  const claimed = await actors.notifications.claim(row?.notificationId ?? '', 'token', 20_000);
  expect(claimed.kind).toBe('claimed');
});
