import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDeliverNotification } from '../../src/actors/deliver-notification.ts';
import { type ActOnIncident, createActOnIncident } from '../../src/actors/operating/act-on-incident.ts';
import { type ArchiveService, createArchiveService } from '../../src/actors/operating/archive-service.ts';
import { createReplayNotification } from '../../src/actors/operating/replay-notification.ts';
import type { IncidentAct } from '../../src/domain/act-on-incident.ts';
import { createIncidentActs } from '../../src/store/incidents/incident-acts.ts';
import { readTotals } from '../../src/store/lists/totals.ts';
import { createReplays } from '../../src/store/notifications/replays.ts';
import { createArchive } from '../../src/store/services/archive.ts';
import { rowFor } from '../store/notifications/notification-row.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;
let actOnIncident: ActOnIncident;
let archiveService: ArchiveService;
let instanceId: string;

beforeAll(async () => {
  actors = await openActors();
  const { client, partitions, meter } = actors;
  actOnIncident = createActOnIncident({ incidentActs: createIncidentActs(client, partitions), meter });
  archiveService = createArchiveService({ archive: createArchive(client, partitions), meter });
});
beforeEach(async () => {
  await actors.reset();
  ({ instanceId } = await actors.register('orders', 'one'));
});
afterAll(() => actors.close());

const ada = (kind: Exclude<IncidentAct['kind'], 'retract'>, note: string | null = null): IncidentAct => ({
  kind,
  by: 'Ada',
  note,
});
const totals = () => readTotals(actors.client, actors.partitions);

/** Beats, falls silent, and is Down with an open incident. */
async function goDown() {
  await actors.beat(instanceId);
  await actors.passTime(timing.downAfterMs);
  await actors.check(instanceId);
  await actors.relay();
  const [incident] = await actors.allIncidents();
  if (incident === undefined) throw new Error('there is no incident');
  return incident;
}

/** Comes back and is on time until its incident is resolved. */
async function comeBack() {
  for (let passedMs = 0; passedMs <= timing.downAfterMs; passedMs += timing.intervalMs) {
    await actors.beat(instanceId);
    await actors.relay();
    await actors.sweepOverdue();
    await actors.relay();
    await actors.passTime(timing.intervalMs);
  }
}

describe('acting on an incident', () => {
  test('an acknowledgement outlives what its service does, and tells nobody', async () => {
    const { incidentId } = await goDown();
    expect(await actOnIncident(incidentId, ada('acknowledge', 'on it'))).toMatchObject({ kind: 'done' });
    await comeBack();
    const [incident] = await actors.allIncidents();
    expect(incident).toMatchObject({ state: 'resolved', acknowledged: { by: 'Ada', note: 'on it' } });
    const path = incident?.timeline.map((entry) => ('to' in entry ? entry.to : entry.action));
    expect(path).toEqual(['Down', 'acknowledged', 'Recovered', 'Healthy']);
    const kinds = (await actors.allNotifications()).map((row) => row.kind);
    expect(kinds.sort()).toEqual(['down', 'recovering', 'resolved']);
  });

  test('one that is resolved by hand stays so until its service was back; only then a new outage is a new one', async () => {
    const { incidentId } = await goDown();
    expect(await actOnIncident(incidentId, ada('resolve'))).toMatchObject({
      kind: 'done',
      incident: { state: 'resolved', recoveredAtMs: null },
    });
    await actors.relay();
    expect((await actors.service('orders')).incident).toBeNull();
    expect((await totals()).get('incidents:open')).toBe(0);
    const told = (await actors.allNotifications()).find((row) => row.kind === 'resolved');
    expect(told?.message).toMatchObject({ resolvedBy: 'Ada', outageMs: null });

    // Still silent, looked at again and again: the operator has spoken.
    await actors.passTime(timing.downAfterMs * 3);
    await actors.check(instanceId);
    await actors.rollUpService(actors.ids.serviceId('orders', 'test'), []);
    await actors.relay();
    expect(await actors.allIncidents()).toHaveLength(1);

    await comeBack();
    expect(await actors.allIncidents()).toHaveLength(1);
    await goDown();
    const [second, first] = await actors.allIncidents();
    expect([second?.state, first?.state, first?.incidentId]).toEqual(['open', 'resolved', incidentId]);
    expect((await actors.service('orders')).incident?.incidentId).toBe(second?.incidentId);
  });

  test('many at once lose nothing: every note stands in the timeline', async () => {
    const { incidentId } = await goDown();
    const notes = Array.from({ length: 8 }, (_, i) => `note ${i}`);
    await Promise.all(notes.map((note) => actOnIncident(incidentId, ada('note', note))));
    const [incident] = await actors.allIncidents();
    const said = incident?.timeline.flatMap((entry) => ('action' in entry ? [entry.note] : []));
    expect(said?.sort()).toEqual(notes);
  });

  test('230 at once from two nodes: as many as an incident takes are stored, and the others learn why not', async () => {
    const { incidentId } = await goDown();
    const { client, partitions, meter } = actors;
    const nodes = [1, 2].map(() =>
      createActOnIncident({ incidentActs: createIncidentActs(client, partitions), meter }),
    );
    const outcomes = await Promise.all(
      Array.from({ length: 230 }, (_, i) =>
        (nodes[i % 2] ?? actOnIncident)(incidentId, ada('note', `note ${i}`)),
      ),
    );
    const [done, refused] = ['done', 'refused'].map((kind) =>
      outcomes.filter((outcome) => outcome.kind === kind),
    );
    expect([done?.length, refused?.length]).toEqual([200, 30]);
  });

  test('what is not there or is over is not acted on', async () => {
    const { incidentId } = await goDown();
    expect(await actOnIncident(instanceId, ada('note', 'x'))).toEqual({ kind: 'unknown-incident' });
    await actOnIncident(incidentId, ada('resolve'));
    expect(await actOnIncident(incidentId, ada('resolve'))).toMatchObject({ kind: 'refused' });
    expect((await totals()).get('incidents:open')).toBe(0);
  });
});

describe('archiving a service', () => {
  const orders = () => actors.ids.serviceId('orders', 'test');

  test('takes it out with its instances, resolves its incident and keeps the record', async () => {
    const { incidentId } = await goDown();
    const other = await actors.register('orders', 'two');
    await actors.stopInstance(other.instanceId);
    await actors.relay();
    expect(await archiveService(orders(), 'key ops')).toEqual({ kind: 'archived' });
    await actors.relay();

    const { client, keys } = actors;
    expect(await actors.readings.service(orders())).toBeNull();
    expect((await actors.readings.services({ limit: 10, after: null }, {})).items).toEqual([]);
    for (const id of [instanceId, other.instanceId]) expect(await actors.readings.instance(id)).toBeNull();
    const left = await Promise.all(
      [keys.seen, keys.timer, keys.serviceTimer].map((key) => client.zcard(key)),
    );
    expect([...left, await client.scard(keys.wake)]).toEqual([0, 0, 0, 0]);
    expect([...(await totals())].filter(([, count]) => count !== 0)).toEqual([]);

    const [incident] = await actors.allIncidents();
    expect(incident).toMatchObject({ incidentId, state: 'resolved' });
    expect(incident?.timeline.at(-1)).toMatchObject({ action: 'resolved', by: 'key ops' });
    // Who was told of the beginning is told of the end, though the service is gone.
    expect((await actors.allNotifications()).map((row) => row.kind).sort()).toEqual(['down', 'resolved']);
    expect(await archiveService(orders(), 'key ops')).toEqual({ kind: 'unknown-service' });
  });

  test('a service that goes on comes back: its instance is unknown, registers and is heard', async () => {
    await actors.beat(instanceId);
    await actors.relay();
    await archiveService(orders(), 'key ops');
    expect(await actors.receiveHeartbeat.receive({ instanceId, metadata: null })).toEqual({
      kind: 'unknown-instance',
    });
    expect(await actors.register('orders', 'one')).toMatchObject({ kind: 'created', instanceId });
    await actors.beat(instanceId);
    await actors.relay();
    expect(await actors.readings.service(orders())).toMatchObject({
      status: 'Healthy',
      counts: { Healthy: 1, Pending: 0 },
    });
  });

  test('registering and archiving at the same time leave a whole service or none', async () => {
    for (let round = 0; round < 20; round++) {
      const key = `late-${round}`;
      await Promise.all([actors.register('orders', key), archiveService(orders(), 'key ops')]);
      const service = await actors.readings.service(orders());
      const found = await actors.readings.instance(actors.ids.instanceId(orders(), key));
      expect(found === null).toBe(service === null);
      if (service !== null) expect(service.counts.Pending).toBeGreaterThan(0);
    }
  });
});

describe('replaying a notification', () => {
  const replay = (channelIds = ['hook']) =>
    createReplayNotification({
      ...actors,
      knownChannels: { has: async (channelId) => channelIds.includes(channelId) },
      replays: createReplays(actors.client, actors.partitions),
    });

  async function planned(state: 'dead' | 'sent') {
    const row = rowFor(actors, { state, attempts: 9, nextAttemptAtMs: null }, 'down');
    await actors.notifications.plan([row]);
    return row.notificationId;
  }

  test('a dead one is due again, with all its attempts', async () => {
    const notificationId = await planned('dead');
    const outcome = await replay()(notificationId);
    expect(outcome).toMatchObject({ kind: 'replayed', notification: { state: 'pending', attempts: 9 } });
    // Its wake-up is that of the tenth attempt: one for an attempt that was made would be another's.
    expect(actors.deliveries).toEqual([{ notificationId, channelId: 'hook', attempts: 9 }]);
    const claimed = await actors.notifications.claim(notificationId, 'token', 20_000);
    expect(claimed).toMatchObject({ kind: 'claimed', claim: { notification: { notificationId } } });
  });

  test('any other is left alone', async () => {
    const notificationId = await planned('sent');
    expect(await replay()(notificationId)).toEqual({ kind: 'not-dead' });
    expect(await replay()(instanceId)).toEqual({ kind: 'unknown' });
    expect(actors.deliveries).toEqual([]);
  });

  test('one whose channel nobody has stays dead', async () => {
    const notificationId = await planned('dead');
    expect(await replay([])(notificationId)).toEqual({ kind: 'unknown-channel', channelId: 'hook' });
    expect(await actors.readings.notification(notificationId)).toMatchObject({ state: 'dead' });
    expect(actors.deliveries).toEqual([]);
  });

  test('an old one that fails again is retried instead of being given up at once', async () => {
    const row = rowFor(
      actors,
      { state: 'dead', attempts: 30, createdAtMs: 1, nextAttemptAtMs: null },
      'down',
    );
    await actors.notifications.plan([row]);
    await replay()(row.notificationId);
    actors.outcomes.push({ kind: 'failed', permanent: false, reason: 'answered 503' });
    const deliver = createDeliverNotification({ ...actors, newToken: () => 'token', random: () => 0.5 });
    expect(await deliver(row.notificationId)).toMatchObject({ kind: 'later', attempts: 31, delayMs: 5_000 });
    const again = await actors.readings.notification(row.notificationId);
    expect(again).toMatchObject({ state: 'pending', attempts: 31 });
  });
});
