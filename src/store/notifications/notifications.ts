import type { CommitOutcome } from '../../actors/ports/commits.ts';
import type { Claim, ClaimOutcome, Notifications } from '../../actors/ports/notifications.ts';
import { delivery } from '../../domain/delivery.ts';
import type { Notification } from '../../domain/notification.ts';
import { recipientEnds } from '../../domain/recipient-ends.ts';
import { giveUpAfterMs } from '../../domain/retry-schedule.ts';
import { type Command, commit, Now, type Word } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import type { Partitions } from '../partition.ts';
import { type AttemptRecord, channelRecord } from './channel-record.ts';
import { deliveryMember } from './delivery-member.ts';
import { isPreviousPlanned } from './is-previous-planned.ts';
import { finishedPlan, notificationPlan } from './notification-plan.ts';
import { rowAsRead, toNotification } from './notification-record.ts';
import { parkCommands } from './parked-message.ts';
import { threads } from './threads.ts';

/** The delivery rows: planned once, claimed by one worker at a time, settled only by who holds the claim. */
export function createNotifications(client: RedisClient, partitions: Partitions): Notifications {
  const read = async (notificationId: string) => {
    const keys = partitions.of(notificationId);
    const { nowMs, fields } = await readHash(client, keys.notification(notificationId), keys.clock);
    return { nowMs, notification: toNotification(fields) };
  };

  const keysOf = (claim: Claim) => partitions.of(claim.notification.notificationId);

  const settle = (
    claim: Claim,
    fields: Word[],
    dueAt: Now | number | null,
    record: Command[],
  ): Promise<CommitOutcome> => {
    const { notificationId } = claim.notification;
    const keys = partitions.of(notificationId);
    const key = keys.notification(notificationId);
    const member = deliveryMember(claim.notification);
    const timer: Command =
      dueAt === null ? ['ZREM', keys.deliveries, member] : ['ZADD', keys.deliveries, dueAt, member];
    return commit(
      client,
      [{ command: ['HGET', key, 'token'], expected: claim.token }],
      [['HSET', key, 'token', '', ...fields], timer, ...threads.free(keys, claim.notification), ...record],
    );
  };

  /** How long to wait for the message before this one, or 0; `parked`: as long as that waits for its channel. */
  async function waitForPrevious(notification: Notification, nowMs: number): Promise<number | 'parked'> {
    if (notification.afterId === null) return 0;
    let previous = (await read(notification.afterId)).notification;
    if (previous === null && (await isPreviousPlanned(client, partitions, notification))) {
      // Once more: its plan may have been finished since.
      previous = (await read(notification.afterId)).notification;
      if (previous === null) return 0;
    }
    const told = await tellerOf(previous);
    // Who has it waits for nothing; who has it not yet may get the two in another order.
    if (recipientEnds.isReached(told?.ends)) return 0;
    if (told?.waitsSinceMs !== undefined) {
      await parkBehind(notification, nowMs);
      return 'parked';
    }
    const delayMs = delivery.waitForPreviousMs(notification, told, nowMs);
    if (delayMs === 0) return 0;
    await waitUntil(notification, nowMs + delayMs);
    return delayMs;
  }

  /** Its timer waits as long, else every sweep would take it for one that was forgotten and wake it once more. */
  async function waitUntil(notification: Notification, atMs: number): Promise<void> {
    const keys = partitions.of(notification.notificationId);
    await commit(client, rowAsRead(keys.notification(notification.notificationId), notification), [
      ['ZADD', keys.deliveries, atMs, deliveryMember(notification)],
    ]);
  }

  async function parkBehind(notification: Notification, nowMs: number): Promise<void> {
    const { notificationId, channelId } = notification;
    const keys = partitions.of(notificationId);
    const key = keys.notification(notificationId);
    const sinceMs = delivery.sendableSinceMs(notification);
    const wait = { nowMs, sinceMs, untilMs: sinceMs + giveUpAfterMs };
    const { fields, record } = parkCommands(keys, notification, wait);
    const reason = `waits: the message before it waits for the circuit of ${channelId}`;
    await commit(client, rowAsRead(key, notification), [
      ['HSET', key, ...fields, 'reason', reason],
      ...record,
    ]);
  }

  /** The row that tells a message: its digest, unless that still collects, and the next message joins it there. */
  async function tellerOf(row: Notification | null): Promise<Notification | null> {
    if (row?.digestId === undefined) return row;
    const digest = (await read(row.digestId)).notification;
    return digest !== null && delivery.hasEnded(digest) ? digest : row;
  }

  function planOne(row: Notification): Promise<CommitOutcome> {
    const service = 'environment' in row.message ? row.message : undefined;
    const keys = partitions.of(row.notificationId, service);
    const { compare, write } = notificationPlan(keys, row);
    return commit(client, [compare], write);
  }

  return {
    async plan(rows, whole) {
      await Promise.all(rows.map(planOne));
      if (whole === undefined) return;
      await commit(client, [], finishedPlan(partitions.of(whole.incidentId), whole));
    },

    async claim(notificationId, token, leaseMs): Promise<ClaimOutcome> {
      const { nowMs, notification } = await read(notificationId);
      if (notification === null || delivery.isSettled(notification)) return { kind: 'settled' };
      if (notification.waitsSinceMs !== undefined) return { kind: 'parked', notification };
      const previousMs = await waitForPrevious(notification, nowMs);
      if (previousMs === 'parked') return { kind: 'parked', notification };
      const { attempts } = notification;
      if (previousMs > 0) return { kind: 'waiting', attempts, delayMs: previousMs };
      const dueInMs = delivery.waitForTurnMs(notification, nowMs);
      if (dueInMs > 0) return { kind: 'waiting', attempts, delayMs: dueInMs };
      const keys = partitions.of(notificationId);
      const key = keys.notification(notificationId);
      const seen = await threads.read(client, keys, notification, nowMs);
      if (seen?.freeAtMs != null) {
        await waitUntil(notification, nowMs + delivery.threadWaitMs);
        return { kind: 'waiting', attempts, delayMs: delivery.threadWaitMs };
      }
      const untilMs = nowMs + leaseMs;
      const { compare, write } = threads.take(keys, notification, seen, untilMs);
      const sending = ['state', 'sending', 'token', token, 'attempts', attempts + 1];
      const outcome = await commit(
        client,
        [...rowAsRead(key, notification), ...compare],
        [
          ['HSET', key, ...sending, 'nextAttemptAtMs', untilMs],
          ['ZADD', keys.deliveries, untilMs, deliveryMember(notification)],
          ...write,
        ],
      );
      if (outcome.kind === 'stale') return { kind: 'waiting', attempts, delayMs: delivery.contendedWaitMs };
      const claimed = { ...notification, attempts: attempts + 1 };
      const thread = seen === null ? {} : { thread: seen.thread };
      return { kind: 'claimed', claim: { notification: claimed, token, nowMs, ...thread } };
    },

    decided({ notification: { notificationId }, token, nowMs }, digestId) {
      const key = partitions.of(notificationId).notification(notificationId);
      return commit(
        client,
        [{ command: ['HGET', key, 'token'], expected: token }],
        [['HSET', key, 'decidedAtMs', nowMs, ...(digestId === undefined ? [] : ['digestId', digestId])]],
      );
    },

    ended({ notification: { notificationId }, token }, ends) {
      const key = partitions.of(notificationId).notification(notificationId);
      return commit(
        client,
        [{ command: ['HGET', key, 'token'], expected: token }],
        [['HSET', key, 'ends', JSON.stringify(ends)]],
      );
    },

    hold(claim, untilMs, because) {
      const { attempts, held } = claim.notification;
      const since = held?.sinceMs ?? claim.nowMs;
      const fields = ['state', 'pending', 'reason', `held: ${because}`, 'nextAttemptAtMs', untilMs];
      const holding = ['attempts', attempts - 1, 'heldSinceMs', since, 'heldBecause', because];
      return settle(claim, [...fields, ...holding], untilMs, []);
    },

    suppress(claim, reason, groupId) {
      const part = groupId === undefined ? [] : ['groupId', groupId];
      const fields = ['state', 'suppressed', 'reason', reason, 'nextAttemptAtMs', '', ...part];
      return settle(claim, fields, null, []);
    },

    fold(claim, digestId, because) {
      const fields = ['state', 'suppressed', 'reason', because, 'digestId', digestId, 'nextAttemptAtMs', ''];
      return settle(claim, fields, null, []);
    },

    sent(claim, note, answer, reference, template) {
      const keys = keysOf(claim);
      const fields = [
        'state',
        'sent',
        'reason',
        note ?? '',
        'nextAttemptAtMs',
        '',
        'sentAtMs',
        new Now(keys),
      ];
      const thread = threads.note(keys, claim.notification, claim.thread, reference);
      const record = [...channelRecord(keys, claim, { kind: 'sent', template }), ...thread];
      return settle(claim, [...fields, ...said(answer)], null, record);
    },

    retry(claim, delayMs, reason, answer) {
      const dueAt = new Now(partitions.of(claim.notification.notificationId), delayMs);
      const fields = ['state', 'pending', 'reason', reason, 'nextAttemptAtMs', dueAt, ...said(answer)];
      // A channel whose server takes the message for some does not fail.
      const record: AttemptRecord = recipientEnds.isReached(claim.notification.ends)
        ? { kind: 'sent' }
        : { kind: 'failing', reason, answer };
      return settle(claim, fields, dueAt, channelRecord(keysOf(claim), claim, record));
    },

    dead(claim, reason, answer) {
      const fields = ['state', 'dead', 'reason', reason, 'nextAttemptAtMs', '', ...said(answer)];
      return settle(
        claim,
        fields,
        null,
        channelRecord(keysOf(claim), claim, { kind: 'dead', reason, answer }),
      );
    },

    async abandon({ notificationId, channelId }, reason) {
      const { nowMs, notification } = await read(notificationId);
      const isFree = (notification?.nextAttemptAtMs ?? Number.POSITIVE_INFINITY) <= nowMs;
      if (notification === null || delivery.isSettled(notification) || !isFree) return { kind: 'stale' };
      const keys = partitions.of(notificationId);
      const key = keys.notification(notificationId);
      const fields = ['state', 'dead', 'token', '', 'reason', reason, 'nextAttemptAtMs', ''];
      return commit(client, rowAsRead(key, notification), [
        ['HSET', key, ...fields],
        ['ZREM', keys.deliveries, deliveryMember({ channelId, notificationId })],
        ['ZREM', keys.waiting(channelId), notificationId],
      ]);
    },
  };
}

/** What the provider said at the last attempt. An attempt without an answer has none. */
function said(answer = ''): Word[] {
  return ['answer', answer];
}
