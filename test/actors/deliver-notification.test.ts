import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDeliverNotification,
  type DeliverNotification,
} from '../../src/actors/deliver-notification.ts';
import type { Channel } from '../../src/actors/ports/notifications.ts';
import type { AttemptOutcome } from '../../src/domain/retry-schedule.ts';
import { rowFor } from '../store/notifications/notification-row.ts';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;
let deliver: DeliverNotification;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(async () => {
  await actors.reset();
  deliver = delivererWith(actors.channels);
});
afterAll(() => actors.close());

/** `random` in the middle: no spread. */
function delivererWith(channels: ReadonlyMap<string, Channel>): DeliverNotification {
  let token = 0;
  return createDeliverNotification({
    ...actors,
    channels,
    newToken: () => `token-${++token}`,
    random: () => 0.5,
  });
}

const busy: AttemptOutcome = { kind: 'failed', permanent: false, reason: 'answered 503' };
const hour = 3_600_000;

async function planned(name = 'down', more = {}) {
  const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
  const row = rowFor(actors, { createdAtMs: nowMs, nextAttemptAtMs: nowMs, ...more }, name);
  await actors.notifications.plan([row]);
  return row.notificationId;
}

const rowOf = async (notificationId: string) =>
  (await actors.allNotifications()).find((row) => row.notificationId === notificationId);

describe('delivering', () => {
  test('sends once, whoever else wants to at the same time or later', async () => {
    const id = await planned();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => deliver(id)));
    expect(outcomes.filter((outcome) => outcome.kind === 'done').length).toBeGreaterThanOrEqual(1);
    expect(await deliver(id)).toEqual({ kind: 'done' });
    expect(actors.sent).toHaveLength(1);
    expect(actors.metered).toEqual(['webhook sent', 'webhook delivered']);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1, sentAtMs: expect.any(Number) });
  });

  test('tries again after 5 s, 15 s, 1, 5, 15, 30, 60 minutes, then hourly, and gives up after a day', async () => {
    const id = await planned();
    const waits: number[] = [];
    for (;;) {
      actors.outcomes.push(busy);
      const outcome = await deliver(id);
      if (outcome.kind === 'done') break;
      waits.push(outcome.delayMs / 1_000);
      await actors.passTime(outcome.delayMs);
    }
    expect(waits.slice(0, 9)).toEqual([5, 15, 60, 300, 900, 1_800, 3_600, 3_600, 3_600]);
    expect(waits.reduce((sum, wait) => sum + wait * 1_000, 0)).toBeGreaterThan(22 * hour);
    expect(waits.reduce((sum, wait) => sum + wait * 1_000, 0)).toBeLessThanOrEqual(24 * hour);
    expect(await rowOf(id)).toMatchObject({
      state: 'dead',
      attempts: waits.length + 1,
      reason: `gave up after ${waits.length + 1} attempts: answered 503`,
    });
    expect(new Set(actors.sent.map((message) => message.notificationId))).toEqual(new Set([id]));
    expect(actors.metered.at(-1)).toBe('webhook dead');
    expect(actors.warned.at(-1)).toBe('message given up; fix the cause, then replay it');
  });

  test('comes back later, not sooner, when it is woken before its time', async () => {
    const id = await planned();
    actors.outcomes.push(busy);
    await deliver(id);
    const early = await deliver(id);
    expect(early.kind === 'later' && early.delayMs).toBeGreaterThan(3_000);
    expect(actors.sent).toHaveLength(1);
  });

  test('waits at least as long as the receiver asks', async () => {
    const id = await planned();
    actors.outcomes.push({ ...busy, retryAfterMs: 90_000 });
    expect(await deliver(id)).toMatchObject({ kind: 'later', attempts: 1, delayMs: 90_000 });
  });

  test('that left some people out is sent, and its row and the log say whom', async () => {
    const id = await planned();
    const note = 'the mail server refused 1 of 2 addresses: gone@example.com (550)';
    actors.outcomes.push({ kind: 'sent', note });
    expect(await deliver(id)).toEqual({ kind: 'done' });
    expect(await rowOf(id)).toMatchObject({ state: 'sent', reason: note });
    expect(actors.warned).toEqual(['message delivered; the receiver has a remark']);
  });

  test('is over at once when the receiver refuses for good', async () => {
    const id = await planned();
    actors.outcomes.push({ kind: 'failed', permanent: true, reason: 'answered 410' });
    expect(await deliver(id)).toEqual({ kind: 'done' });
    expect(await rowOf(id)).toMatchObject({ state: 'dead', reason: 'answered 410', attempts: 1 });
  });

  test('to a channel that is not configured here is kept for when it is', async () => {
    const id = await planned();
    const outcome = await delivererWith(new Map())(id);
    expect(outcome).toMatchObject({ kind: 'later', attempts: 1, delayMs: 5_000 });
    expect(await rowOf(id)).toMatchObject({
      state: 'pending',
      reason: 'channel "hook" is not configured here',
    });
    await actors.passTime(5_000);
    expect(await deliver(id)).toEqual({ kind: 'done' });
    expect(actors.sent).toHaveLength(1);
  });

  test('goes on with another worker when the first dies while sending, with the same id', async () => {
    const id = await planned();
    const hook = actors.channels.get('hook') as Channel;
    let begun = (): void => undefined;
    const sending = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let end = (_: AttemptOutcome): void => undefined;
    const hanging: Channel = {
      ...hook,
      send: () =>
        new Promise((resolve) => {
          end = resolve;
          begun();
        }),
    };
    const first = delivererWith(new Map([['hook', hanging]]))(id);
    await sending;
    expect((await deliver(id)).kind).toBe('later');
    await actors.passTime(20_001);
    expect(await delivererWith(actors.channels)(id)).toEqual({ kind: 'done' });
    expect(actors.sent.map((message) => message.notificationId)).toEqual([id]);
    // The first was only slow: what it says now changes nothing.
    end(busy);
    await first;
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, reason: null });
  });

  test('tells the end only after the beginning', async () => {
    const down = await planned();
    const resolved = await planned('resolved', { kind: 'resolved', afterId: down });
    expect((await deliver(resolved)).kind).toBe('later');
    await deliver(down);
    expect(await deliver(resolved)).toEqual({ kind: 'done' });
    expect(actors.sent.map((message) => message.kind)).toEqual(['down', 'resolved']);
  });

  test('tells the end only after the beginning, even if a worker died before it planned the beginning', async () => {
    const downId = rowFor(actors).notificationId;
    const resolved = await planned('resolved', { kind: 'resolved', afterId: downId });
    expect(await deliver(resolved)).toEqual({ kind: 'later', attempts: 0, delayMs: 1_000 });
    const down = await planned();
    expect(down).toBe(downId);
    await actors.passTime(1_000);
    expect((await deliver(resolved)).kind).toBe('later');
    await deliver(down);
    await actors.passTime(1_000);
    expect(await deliver(resolved)).toEqual({ kind: 'done' });
    expect(actors.sent.map((message) => message.kind)).toEqual(['down', 'resolved']);
  });

  test('tells the end to a channel that never was told the beginning, after ten seconds', async () => {
    const downId = rowFor(actors).notificationId;
    const resolved = await planned('resolved', { kind: 'resolved', afterId: downId });
    await actors.passTime(9_000);
    expect((await deliver(resolved)).kind).toBe('later');
    await actors.passTime(1_000);
    expect(await deliver(resolved)).toEqual({ kind: 'done' });
  });
});
