import type { Message } from '../../domain/messages.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';
import { toNotification } from './notification-record.ts';

/** Nobody reads more of one incident. */
const mostRows = 200;

/** What channels were told of an incident, or of what stands in its place, oldest first; what went to several channels once. */
export async function messagesOfIncident(
  client: RedisClient,
  partitions: Partitions,
  incidentId: string,
): Promise<Message[]> {
  const key = partitions.of(incidentId).incidentNotifications(incidentId);
  const ids = await client.zrange(key, 0, String(mostRows - 1));
  const rows = await Promise.all(
    ids.map(async (id) => toNotification(await client.hgetall(partitions.of(id).notification(id)))),
  );
  const messages = rows.flatMap((row) => (row === null ? [] : [row.message]));
  return [...new Map(messages.map((message) => [contentOf(message), message])).values()];
}

function contentOf({ notificationId: _, ...content }: Message): string {
  return JSON.stringify(content);
}
