import type { Replays } from '../../actors/ports/operating.ts';
import { commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import type { Partitions } from '../partition.ts';
import { deliveryMember } from './delivery-member.ts';
import { toNotification } from './notification-record.ts';

/** Dead notifications, and their way back. */
export function createReplays(client: RedisClient, partitions: Partitions): Replays {
  return {
    async read(notificationId) {
      const keys = partitions.of(notificationId);
      return toNotification(await client.hgetall(keys.notification(notificationId)));
    },

    async commit(notification) {
      const keys = partitions.of(notification.notificationId);
      const key = keys.notification(notification.notificationId);
      const { nowMs } = await readHash(client, key, keys.clock);
      // Attempts go on being counted: the wake-up for each is another, also after a replay.
      const replay = ['replayedAtMs', nowMs, 'attemptsBefore', notification.attempts];
      const fields = ['state', 'pending', 'nextAttemptAtMs', nowMs, ...replay];
      return commit(
        client,
        [{ command: ['HGET', key, 'state'], expected: 'dead' }],
        [
          ['HSET', key, ...fields],
          ['ZADD', keys.deliveries, nowMs, deliveryMember(notification)],
        ],
      );
    },
  };
}
