import type { Notification } from '../../domain/notification.ts';
import type { Command, Word } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';
import { deliveryMember } from './delivery-member.ts';

/**
 * What puts a message among those that wait for the circuit of its channel. Its timer is the end of its time: should nobody
 * release it, the sweep finds it then.
 */
export function parkCommands(
  keys: PartitionKeys,
  notification: Notification,
  wait: { nowMs: number; sinceMs: number; untilMs: number },
): { fields: Word[]; record: Command[] } {
  const { notificationId, channelId } = notification;
  return {
    fields: ['state', 'pending', 'waitsSinceMs', wait.nowMs, 'nextAttemptAtMs', wait.untilMs],
    record: [
      ['ZADD', keys.waiting(channelId), wait.sinceMs, notificationId],
      ['ZADD', keys.deliveries, wait.untilMs, deliveryMember(notification)],
    ],
  };
}
