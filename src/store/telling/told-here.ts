import type { Notification } from '../../domain/notification.ts';
import { isEnd } from '../../domain/telling/end-follows-outage.ts';
import type { RedisClient } from '../client/connect.ts';
import { toNotification } from '../notifications/notification-record.ts';
import type { Partitions } from '../partition.ts';

/** What was not sent says nothing; beyond so many of those in a row it is too long ago. */
const mostMessages = 20;

/** When the channel of a message was last told of the outage, by the messages of its incident before it; null: it was not. */
export async function toldHereAt(
  client: RedisClient,
  partitions: Partitions,
  { afterId }: Notification,
): Promise<number | null> {
  let id = afterId;
  for (let messages = 0; id !== null && messages < mostMessages; messages++) {
    const row = toNotification(await client.hgetall(partitions.of(id).notification(id)));
    if (row === null || isEnd(row)) return null;
    if (row.state === 'sent') return row.sentAtMs;
    if (row.digestId !== undefined) return sentAt(client, partitions, row.digestId);
    id = row.afterId;
  }
  return null;
}

async function sentAt(client: RedisClient, partitions: Partitions, digestId: string): Promise<number | null> {
  const text = await client.hget(partitions.of(digestId).notification(digestId), 'sentAtMs');
  return text ? Number(text) : null;
}
