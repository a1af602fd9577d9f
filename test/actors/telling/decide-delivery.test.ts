import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDeliverNotification,
  type DeliverNotification,
} from '../../../src/actors/deliver-notification.ts';
import type { ActiveSilence } from '../../../src/domain/telling/circumstances.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';
import { openActors, repairsOf, type TestActors } from '../open-actors.ts';

let actors: TestActors;
let deliver: DeliverNotification;
/** What holds messages back now. */
let silence: ActiveSilence | null;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(async () => {
  await actors.reset();
  silence = null;
  actors.silences.of = async (_, atMs) => (silence !== null && silence.untilMs > atMs ? silence : null);
  let token = 0;
  deliver = createDeliverNotification({ ...actors, newToken: () => `token-${++token}`, random: () => 0.5 });
});
afterAll(() => actors.close());

const nowMs = async () => (await actors.checks.read(actors.ids.serviceId('x', 'y'))).nowMs;
const rowOf = (notificationId: string) => actors.readings.notification(notificationId);

/** Four seconds after the only instance fell silent: Down, with a message planned for its channel. */
async function goDown(): Promise<{ instanceId: string; notificationId: string }> {
  const { instanceId } = await actors.register('orders', 'one');
  await actors.beat(instanceId);
  await actors.passTime(1_500);
  await actors.check(instanceId);
  await actors.passTime(2_600);
  await actors.check(instanceId);
  await actors.relay();
  return { instanceId, notificationId: actors.deliveries[0]?.notificationId ?? '' };
}

/** It is heard again, for so long. */
async function comeBack(instanceId: string, forMs: number): Promise<void> {
  for (let ms = 0; ms <= forMs; ms += 1_000) {
    await actors.beat(instanceId);
    await actors.relay();
    await actors.passTime(1_000);
  }
  await actors.sweepOverdue();
  await actors.relay();
}

async function silenceFor(ms: number): Promise<void> {
  silence = { untilMs: (await nowMs()) + ms, words: 'maintenance: deploy 4711 (ci)' };
}

/** Everything that is due now, in the order in which it was planned. */
async function deliverAll(): Promise<void> {
  for (const { notificationId } of [...actors.deliveries]) await deliver(notificationId);
}

describe('a Down during maintenance', () => {
  test('is held, says so in its row, and is told when the maintenance ends', async () => {
    await silenceFor(1_600);
    const { notificationId } = await goDown();
    await silenceFor(1_600);
    expect(await deliver(notificationId)).toMatchObject({ kind: 'later', attempts: 0 });
    const held = await rowOf(notificationId);
    expect(held).toMatchObject({ state: 'pending', attempts: 0 });
    expect(held?.reason).toBe('held: maintenance: deploy 4711 (ci)');
    expect(held?.held?.sinceMs).toBeGreaterThan(0);
    expect(actors.sent).toEqual([]);

    await actors.passTime(1_000);
    expect((await deliver(notificationId)).kind).toBe('later');
    await actors.passTime(1_000);
    expect(await deliver(notificationId)).toEqual({ kind: 'done' });
    expect(actors.sent.map(({ kind }) => kind)).toEqual(['down']);
    expect(await rowOf(notificationId)).toMatchObject({ state: 'sent', attempts: 1, reason: null });
    expect(actors.metered.filter((text) => text.startsWith('webhook'))).toEqual([
      'webhook held',
      'webhook sent',
      'webhook delivered',
    ]);
  });

  test('that is ended early is told at the next look', async () => {
    const { notificationId } = await goDown();
    await silenceFor(3_600_000);
    const outcome = await deliver(notificationId);
    if (outcome.kind !== 'later') throw new Error('it should be held');
    expect(outcome.delayMs).toBe(1_000);
    silence = null;
    await actors.passTime(outcome.delayMs);
    await deliver(notificationId);
    expect(actors.sent.map(({ kind }) => kind)).toEqual(['down']);
  });

  test('that is over before the maintenance is told to nobody, and neither is its end', async () => {
    const { instanceId, notificationId } = await goDown();
    await silenceFor(3_600_000);
    await deliver(notificationId);
    await comeBack(instanceId, 8_000);
    await deliverAll();
    await actors.passTime(10_000);
    await deliverAll();
    await actors.passTime(10_000);
    await deliverAll();
    expect(actors.sent).toEqual([]);
    const rows = await actors.allNotifications();
    expect(rows.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'down suppressed',
      'recovering suppressed',
      'resolved suppressed',
    ]);
    expect(rows.find(({ kind }) => kind === 'down')?.reason).toBe(
      'recovered during maintenance: deploy 4711 (ci)',
    );
  });

  test('that was told before is followed by its end during the maintenance', async () => {
    const { instanceId, notificationId } = await goDown();
    await deliver(notificationId);
    await silenceFor(3_600_000);
    await comeBack(instanceId, 8_000);
    await deliverAll();
    expect(actors.sent.map(({ kind }) => kind)).toEqual(['down', 'recovering', 'resolved']);
  });

  test('is no repair for the sweep, however long it is held', async () => {
    const { notificationId } = await goDown();
    await silenceFor(3_600_000);
    for (let look = 0; look < 3; look++) {
      await deliver(notificationId);
      await actors.passTime(900);
      await actors.sweepOverdue();
      await actors.passTime(100);
    }
    expect(repairsOf(actors.metered, 'delivery')).toBe(0);
  });
});

describe('deciding', () => {
  const planned = async (more = {}) => {
    const atMs = await nowMs();
    const row = rowFor(actors, { createdAtMs: atMs, nextAttemptAtMs: atMs, ...more });
    await actors.notifications.plan([row]);
    return row.notificationId;
  };

  test('is done once: what was tried is tried again in spite of a later maintenance', async () => {
    const id = await planned();
    actors.outcomes.push({ kind: 'failed', permanent: false, reason: 'answered 503' });
    await deliver(id);
    await silenceFor(3_600_000);
    await actors.passTime(5_000);
    expect(await deliver(id)).toEqual({ kind: 'done' });
    expect(actors.sent).toHaveLength(2);
  });

  test('is done anew by who takes over from a worker that died before it decided', async () => {
    const id = await planned();
    expect((await actors.notifications.claim(id, 'dead', 20_000)).kind).toBe('claimed');
    await actors.passTime(20_001);
    await silenceFor(3_600_000);
    expect((await deliver(id)).kind).toBe('later');
    expect(actors.sent).toEqual([]);
  });

  test('is not done again by who takes over from one that may have sent it', async () => {
    const id = await planned();
    const claimed = await actors.notifications.claim(id, 'dead', 20_000);
    if (claimed.kind !== 'claimed') throw new Error('it should be claimed');
    expect(await actors.notifications.decided(claimed.claim)).toEqual({ kind: 'committed' });
    await actors.passTime(20_001);
    await silenceFor(3_600_000);
    expect(await deliver(id)).toEqual({ kind: 'done' });
    expect(actors.sent).toHaveLength(1);
  });

  test('is for who holds the claim: another neither holds, nor suppresses, nor sends', async () => {
    const id = await planned();
    const first = await actors.notifications.claim(id, 'slow', 20_000);
    await actors.passTime(20_001);
    const second = await actors.notifications.claim(id, 'quick', 20_000);
    if (first.kind !== 'claimed' || second.kind !== 'claimed') throw new Error('both should claim it');
    const stale = { kind: 'stale' };
    expect(await actors.notifications.decided(first.claim)).toEqual(stale);
    expect(await actors.notifications.hold(first.claim, 1, 'x')).toEqual(stale);
    expect(await actors.notifications.suppress(first.claim, 'x')).toEqual(stale);
  });

  test('counts the age of a message that was held from when it could be sent, so that it is not given up', async () => {
    const id = await planned();
    await silenceFor(25 * 3_600_000);
    await deliver(id);
    await actors.passTime(25 * 3_600_000);
    silence = null;
    // Of an incident that nobody knows there is nothing to tell any more: here it is.
    await actors.client.set(
      actors.keys.incident(rowFor(actors).incidentId),
      JSON.stringify({
        state: 'open',
        told: { outage: true, longSilence: false, last: 'down', recovery: null },
      }),
    );
    actors.outcomes.push({ kind: 'failed', permanent: false, reason: 'answered 503' });
    expect(await deliver(id)).toMatchObject({ kind: 'later', attempts: 1, delayMs: 5_000 });
  });

  test('tells the end to nobody where the channel is newer than the outage', async () => {
    const downId = actors.ids.notificationId(rowFor(actors).incidentId, 'down', 'hook');
    const { incidentId } = rowFor(actors);
    await actors.notifications.plan([], { incidentId, name: 'down' });
    const atMs = await nowMs();
    const end = rowFor(
      actors,
      { kind: 'resolved', createdAtMs: atMs, nextAttemptAtMs: atMs, afterId: downId, afterName: 'down' },
      'resolved',
    );
    await actors.notifications.plan([end]);
    expect(await deliver(end.notificationId)).toEqual({ kind: 'done' });
    expect(await rowOf(end.notificationId)).toMatchObject({ state: 'suppressed' });
    expect(actors.sent).toEqual([]);
  });
});
