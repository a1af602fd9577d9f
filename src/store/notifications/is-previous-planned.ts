import type { Notification } from '../../domain/notification.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** Whether the plan of the message before this one is finished: then a channel without a row of it never gets one. */
export async function isPreviousPlanned(
  client: RedisClient,
  partitions: Partitions,
  { incidentId, afterName }: Notification,
): Promise<boolean> {
  if (afterName === undefined) return false;
  const planned = partitions.of(incidentId).plannedMessages(incidentId);
  return (await client.sismember(planned, afterName)) === 1;
}
