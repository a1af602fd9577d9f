import type { PlannedName } from '../../actors/ports/notifications.ts';
import type { Notification } from '../../domain/notification.ts';
import type { Command, Comparison } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';
import { deliveryMember } from './delivery-member.ts';
import { notificationFields } from './notification-record.ts';

/** How long a finished plan is remembered; after that, who finds no message before its own waits for it as for any other. */
const rememberedMs = 30 * 86_400_000;

/** What plans one notification, unless it exists: its row, its places in the lists, and the timer of its delivery. */
export function notificationPlan(
  keys: PartitionKeys,
  row: Notification,
): { compare: Comparison; write: Command[] } {
  const key = keys.notification(row.notificationId);
  const write: Command[] = [
    ['HSET', key, ...notificationFields(row)],
    ['ZADD', keys.notifications, row.createdAtMs, row.notificationId],
    ['ZADD', keys.incidentNotifications(row.incidentId), row.createdAtMs, row.notificationId],
  ];
  if (row.nextAttemptAtMs !== null) {
    write.push(['ZADD', keys.deliveries, row.nextAttemptAtMs, deliveryMember(row)]);
  }
  return { compare: { command: ['EXISTS', key], expected: 0 }, write };
}

/** What notes, after all rows of a message, that there will be no more. */
export function finishedPlan(keys: PartitionKeys, { incidentId, name }: PlannedName): Command[] {
  const key = keys.plannedMessages(incidentId);
  return [
    ['SADD', key, name],
    ['PEXPIRE', key, rememberedMs],
  ];
}
