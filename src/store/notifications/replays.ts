import type { Replays } from '../../actors/ports/operating.ts';
import { commit, Now } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
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

    commit(notification) {
      const keys = partitions.of(notification.notificationId);
      const key = keys.notification(notification.notificationId);
      const now = new Now(keys);
      // Attempts go on being counted: the wake-up for each is another, also after a replay.
      const replay = ['replayedAtMs', now, 'attemptsBefore', notification.attempts];
      const fields = ['state', 'pending', 'nextAttemptAtMs', now, ...replay];
      return commit(
        client,
        [{ command: ['HGET', key, 'state'], expected: 'dead' }],
        [
          ['HSET', key, ...fields],
          ['ZADD', keys.deliveries, now, deliveryMember(notification)],
        ],
      );
    },
  };
}
