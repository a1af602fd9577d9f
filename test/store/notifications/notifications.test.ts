import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../../../src/actors/ports/notifications.ts';
import { deliveryMember } from '../../../src/store/notifications/delivery-member.ts';
import { openStore, type TestStore } from '../open-store.ts';
import { rowFor } from './notification-row.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const leaseMs = 20_000;
const claim = (notificationId: string, token = 'me') =>
  store.notifications.claim(notificationId, token, leaseMs);
const rowOf = async (notificationId: string) => {
  const { items } = await store.readings.notifications(null, { limit: 200, after: null });
  return items.find((item) => item.notificationId === notificationId);
};
const dueAtMs = (row: ReturnType<typeof rowFor>) =>
  store.client.zscore(store.keys.deliveries, deliveryMember(row));

async function claimed(notificationId: string, token = 'me'): Promise<Claim> {
  const outcome = await claim(notificationId, token);
  if (outcome.kind !== 'claimed') throw new Error(`not claimed but ${JSON.stringify(outcome)}`);
  return outcome.claim;
}

describe('planning', () => {
  test('twice plans once: what became of the row meanwhile stays', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    await store.notifications.sent(await claimed(row.notificationId), null);
    await Promise.all([store.notifications.plan([row]), store.notifications.plan([row])]);
    expect(await rowOf(row.notificationId)).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await dueAtMs(row)).toBeNull();
    expect(await store.client.zcard(store.keys.notifications)).toBe(1);
  });

  test('keeps all that a channel will need', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    expect(await rowOf(row.notificationId)).toEqual(row);
  });

  test('a suppressed row keeps its reason and is never due', async () => {
    const row = rowFor(store, { state: 'suppressed', reason: 'no route', nextAttemptAtMs: null });
    await store.notifications.plan([row]);
    expect(await rowOf(row.notificationId)).toMatchObject({ state: 'suppressed', reason: 'no route' });
    expect(await dueAtMs(row)).toBeNull();
    expect(await claim(row.notificationId)).toEqual({ kind: 'settled' });
  });
});

describe('a claim', () => {
  test('is one of twenty that are made at the same time', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => claim(row.notificationId, `worker-${i}`)),
    );
    expect(outcomes.filter((outcome) => outcome.kind === 'claimed')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.kind === 'waiting')).toHaveLength(19);
    expect(await rowOf(row.notificationId)).toMatchObject({ state: 'sending', attempts: 1 });
  });

  test('that ran out goes to one of twenty that want it at the same time', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    await claimed(row.notificationId, 'first');
    await store.passTime(leaseMs);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => claim(row.notificationId, `worker-${i}`)),
    );
    expect(outcomes.filter((outcome) => outcome.kind === 'claimed')).toHaveLength(1);
    expect(await rowOf(row.notificationId)).toMatchObject({ state: 'sending', attempts: 2 });
  });

  test('that nobody settles is overdue when its lease has ended', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    await claimed(row.notificationId, 'first');
    await store.passTime(leaseMs - 5_000);
    expect(await store.overdue.deliveries(1_000)).toEqual([]);
    await store.passTime(6_000);
    const { notificationId, channelId } = row;
    expect(await store.overdue.deliveries(1_000)).toEqual([{ notificationId, channelId, attempts: 1 }]);
  });

  test('holds until its lease ends, and then goes to the next with the same id', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    const first = await claimed(row.notificationId, 'first');
    await store.passTime(leaseMs - 5_000);
    const early = await claim(row.notificationId, 'second');
    expect(early.kind === 'waiting' && early.delayMs).toBeGreaterThan(3_000);
    await store.passTime(5_001);
    const second = await claimed(row.notificationId, 'second');
    expect(second.notification.message).toEqual(first.notification.message);
    expect(second.notification.notificationId).toBe(first.notification.notificationId);
    expect(second.notification.attempts).toBe(2);
  });

  test('whose lease was taken over settles nothing any more', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    const first = await claimed(row.notificationId, 'first');
    await store.passTime(leaseMs + 1);
    const second = await claimed(row.notificationId, 'second');
    expect(await store.notifications.sent(first, null)).toEqual({ kind: 'stale' });
    expect(await store.notifications.retry(first, 1, 'x')).toEqual({ kind: 'stale' });
    expect(await store.notifications.dead(first, 'x')).toEqual({ kind: 'stale' });
    expect(await rowOf(row.notificationId)).toMatchObject({ state: 'sending', attempts: 2, reason: null });
    expect(await store.notifications.sent(second, null)).toEqual({ kind: 'committed' });
    expect(await store.notifications.sent(second, null)).toEqual({ kind: 'stale' });
  });

  test('of what does not exist finds nothing to do', async () => {
    expect(await claim(store.ids.serviceId('no', 'such'))).toEqual({ kind: 'settled' });
  });
});

describe('settling', () => {
  test('sent and dead are the end: no timer, no claim', async () => {
    for (const end of ['sent', 'dead'] as const) {
      const row = rowFor(store, {}, end);
      await store.notifications.plan([row]);
      const held = await claimed(row.notificationId);
      await (end === 'sent' ? store.notifications.sent(held, null) : store.notifications.dead(held, 'gone'));
      expect(await rowOf(row.notificationId)).toMatchObject({
        state: end,
        reason: end === 'sent' ? null : 'gone',
        nextAttemptAtMs: null,
      });
      expect(await dueAtMs(row)).toBeNull();
      expect(await claim(row.notificationId)).toEqual({ kind: 'settled' });
    }
  });

  test('a retry is not claimed before its time, nor is it forgotten', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    await store.notifications.retry(await claimed(row.notificationId), 5_000, 'answered 503');
    const early = await claim(row.notificationId);
    expect(early.kind === 'waiting' && early.delayMs).toBeGreaterThan(3_000);
    expect(await rowOf(row.notificationId)).toMatchObject({ state: 'pending', reason: 'answered 503' });
    await store.passTime(5_000);
    expect((await claimed(row.notificationId)).notification.attempts).toBe(2);
  });

  test('what the provider answered is that of the last attempt', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    await store.notifications.retry(await claimed(row.notificationId), 0, 'answered 503', '503 busy');
    expect(await rowOf(row.notificationId)).toMatchObject({ answer: '503 busy' });
    await store.notifications.retry(await claimed(row.notificationId), 0, 'no connection');
    expect(await rowOf(row.notificationId)).not.toHaveProperty('answer');
    await store.notifications.sent(await claimed(row.notificationId), null, '250 OK');
    expect(await rowOf(row.notificationId)).toMatchObject({ state: 'sent', answer: '250 OK' });
  });
});

describe('the end of an outage', () => {
  test.each(['sent', 'dead'] as const)('waits until its beginning is %s', async (end) => {
    const down = rowFor(store);
    const resolved = rowFor(store, { kind: 'resolved', afterId: down.notificationId }, 'resolved');
    await store.notifications.plan([down, resolved]);
    expect((await claim(resolved.notificationId)).kind).toBe('waiting');
    const held = await claimed(down.notificationId);
    // Soon, whatever is left of the claim: most attempts take far less.
    expect(await claim(resolved.notificationId)).toMatchObject({ kind: 'waiting', delayMs: 1_000 });
    await (end === 'sent' ? store.notifications.sent(held, null) : store.notifications.dead(held, 'gone'));
    expect((await claim(resolved.notificationId)).kind).toBe('claimed');
  });

  test('does not wait for a beginning that nobody was told', async () => {
    const down = rowFor(store, { state: 'suppressed', nextAttemptAtMs: null });
    const resolved = rowFor(store, { kind: 'resolved', afterId: down.notificationId }, 'resolved');
    await store.notifications.plan([down, resolved]);
    expect((await claim(resolved.notificationId)).kind).toBe('claimed');
  });

  test('comes back when its beginning is tried again', async () => {
    const down = rowFor(store);
    const resolved = rowFor(store, { kind: 'resolved', afterId: down.notificationId }, 'resolved');
    await store.notifications.plan([down, resolved]);
    await store.notifications.retry(await claimed(down.notificationId), 60_000, 'answered 503');
    const outcome = await claim(resolved.notificationId);
    expect(outcome.kind === 'waiting' && outcome.delayMs).toBeGreaterThan(55_000);
  });

  test('does not wait for a beginning that was never planned', async () => {
    const never = store.ids.serviceId('never', 'planned');
    const resolved = rowFor(store, { kind: 'resolved', afterId: never });
    await store.notifications.plan([resolved]);
    expect((await claim(resolved.notificationId)).kind).toBe('claimed');
  });
});
