import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../../../src/actors/ports/notifications.ts';
import { openStore, type TestStore } from '../open-store.ts';
import { rowFor } from './notification-row.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const leaseMs = 20_000;
const firstMs = 1_790_000_000_000;

/** A planned message of one incident to a channel that changes what it sent. */
async function planned(
  name: string,
  more: { createdAtMs?: number; incidentId?: string } = {},
): Promise<string> {
  const row = rowFor(store, { changes: true, ...more }, name);
  await store.notifications.plan([row]);
  return row.notificationId;
}

async function claimed(notificationId: string, token = notificationId): Promise<Claim> {
  const outcome = await store.notifications.claim(notificationId, token, leaseMs);
  if (outcome.kind !== 'claimed') throw new Error(`not claimed but ${JSON.stringify(outcome)}`);
  return outcome.claim;
}

describe('the message of an outage in a channel', () => {
  test('is known to the next message of the same incident in the same channel, and to no other', async () => {
    const first = await claimed(await planned('down'));
    expect(first.thread).toBeNull();
    await store.notifications.sent(first, null, undefined, 'C1 17');
    const next = await claimed(await planned('resolved'));
    expect(next.thread).toEqual({ reference: 'C1 17', atMs: firstMs });
    const incidentId = store.ids.incidentId(store.ids.serviceId('orders', 'test'), 2);
    expect((await claimed(await planned('down', { incidentId }))).thread).toBeNull();
    const elsewhere = rowFor(store, { changes: true, channelId: 'chat', notificationId: next.token }, 'x');
    await store.notifications.plan([{ ...elsewhere, notificationId: first.token.replace(/.$/, 'f') }]);
    expect((await claimed(first.token.replace(/.$/, 'f'))).thread).toBeNull();
  });

  test('is nothing for a channel that changes nothing, and leaves no key there', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    const claim = await claimed(row.notificationId);
    expect(claim.thread).toBeUndefined();
    await store.notifications.sent(claim, null, undefined, 'C1 17');
    expect(await store.client.exists(store.keys.threads(row.incidentId))).toBe(0);
  });

  test('ends by itself, a month after its last change', async () => {
    const claim = await claimed(await planned('down'));
    await store.notifications.sent(claim, null, undefined, 'C1 17');
    const endsInMs = await store.client.pttl(store.keys.threads(claim.notification.incidentId));
    expect(endsInMs).toBeGreaterThan(29 * 86_400_000);
    expect(endsInMs).toBeLessThanOrEqual(30 * 86_400_000);
  });

  test('keeps no reference that is longer than any id', async () => {
    await store.notifications.sent(await claimed(await planned('down')), null, undefined, 'x'.repeat(513));
    expect((await claimed(await planned('resolved'))).thread).toBeNull();
  });

  test('is changed by one message at a time, whichever worker has it', async () => {
    const [down, acknowledged] = [await planned('down'), await planned('acknowledged 1')];
    const claim = await claimed(down);
    const waiting = await store.notifications.claim(acknowledged, 'other', leaseMs);
    expect(waiting).toEqual({ kind: 'waiting', attempts: 0, delayMs: 500 });
    await store.notifications.sent(claim, null, undefined, 'C1 17');
    expect((await claimed(acknowledged)).thread?.reference).toBe('C1 17');
  });

  test.each(['retry', 'dead', 'suppress', 'hold'] as const)('is free again after %s', async (end) => {
    const claim = await claimed(await planned('down'));
    const { notifications } = store;
    const ends = {
      retry: () => notifications.retry(claim, 5_000, 'no'),
      dead: () => notifications.dead(claim, 'no'),
      suppress: () => notifications.suppress(claim, 'no'),
      hold: () => notifications.hold(claim, claim.nowMs + 5_000, 'no'),
    };
    await ends[end]();
    expect(await claimed(await planned('resolved'))).toBeDefined();
  });

  test('of twenty messages that are claimed at once one is sent', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => planned(`down ${i}`)));
    const outcomes = await Promise.all(ids.map((id) => store.notifications.claim(id, id, leaseMs)));
    expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
  });

  test('is free when the worker that had it is gone, for the same message and for others', async () => {
    const [down, resolved] = [await planned('down'), await planned('resolved')];
    await claimed(down, 'first');
    await store.passTime(leaseMs);
    const again = await claimed(down, 'second');
    expect(again.notification.attempts).toBe(2);
    await store.passTime(leaseMs);
    expect(await claimed(resolved)).toBeDefined();
  });

  test('does not become older by a message that comes late', async () => {
    const late = await planned('acknowledged 1');
    const claim = await claimed(await planned('resolved', { createdAtMs: firstMs + 1 }));
    await store.notifications.sent(claim, null, undefined, 'C1 17');
    await store.notifications.sent(await claimed(late), null, undefined, 'C1 18');
    expect((await claimed(await planned('down 1'))).thread).toEqual({
      reference: 'C1 18',
      atMs: firstMs + 1,
    });
  });
});
