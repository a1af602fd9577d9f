import type { WaitingMessage, WaitingMessages } from '../../actors/ports/circuits.ts';
import { delivery } from '../../domain/delivery.ts';
import { commit, Now, type Word } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { pairsOf } from '../client/pairs-of.ts';
import type { PartitionKeys } from '../keys.ts';
import { channelRecord } from '../notifications/channel-record.ts';
import { deliveryMember } from '../notifications/delivery-member.ts';
import { parkCommands } from '../notifications/parked-message.ts';
import { threads } from '../notifications/threads.ts';
import type { Partitions } from '../partition.ts';

/** The messages that wait for the circuit of their channel, in the partitions of their incidents. */
export function createWaitingMessages(client: RedisClient, partitions: Partitions): WaitingMessages {
  async function oldestIn(
    keys: PartitionKeys,
    channelId: string,
    atMost: number,
  ): Promise<Omit<WaitingMessage, 'attempts'>[]> {
    const flat = await client.zrange(keys.waiting(channelId), '0', String(atMost - 1), 'WITHSCORES');
    return pairsOf(flat).map(([notificationId, sinceMs]) => ({
      ...{ notificationId, channelId, sinceMs: Number(sinceMs) },
    }));
  }

  return {
    park(claim, { because, untilMs, attempt }) {
      const { notification, nowMs } = claim;
      const keys = partitions.of(notification.notificationId);
      const key = keys.notification(notification.notificationId);
      const sinceMs = delivery.sendableSinceMs(notification);
      const { fields, record } = parkCommands(keys, notification, { nowMs, sinceMs, untilMs });
      const { reason = '', answer } = attempt ?? {};
      const tried: Word[] =
        attempt === undefined
          ? ['attempts', notification.attempts - 1, 'reason', because]
          : ['reason', `${reason}; ${because}`, 'answer', answer ?? ''];
      return commit(
        client,
        [{ command: ['HGET', key, 'token'], expected: claim.token }],
        [
          ['HSET', key, 'token', '', ...fields, ...tried],
          ...record,
          ...threads.free(keys, notification),
          ...(attempt === undefined ? [] : channelRecord(keys, claim, { kind: 'failing', reason, answer })),
        ],
      );
    },

    async oldest(channelId, atMost) {
      const each = await Promise.all(partitions.all.map((keys) => oldestIn(keys, channelId, atMost)));
      const oldest = each
        .flat()
        .toSorted((a, b) => a.sinceMs - b.sinceMs)
        .slice(0, atMost);
      return Promise.all(
        oldest.map(async (message) => {
          const key = partitions.of(message.notificationId).notification(message.notificationId);
          return { ...message, attempts: Number((await client.hget(key, 'attempts')) ?? 0), source: null };
        }),
      );
    },

    release(message) {
      const { notificationId, channelId } = message;
      const keys = partitions.of(notificationId);
      const key = keys.notification(notificationId);
      const waiting = keys.waiting(channelId);
      const now = new Now(keys);
      return commit(
        client,
        [{ command: ['ZSCORE', waiting, notificationId], expected: message.sinceMs }],
        [
          ['ZREM', waiting, notificationId],
          ['HSET', key, 'waitsSinceMs', '', 'nextAttemptAtMs', now],
          ['ZADD', keys.deliveries, now, deliveryMember(message)],
        ],
      );
    },
  };
}
