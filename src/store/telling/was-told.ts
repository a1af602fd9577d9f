import { type KeptGroup, keptGroup } from '../../domain/failure-domains/kept-group.ts';
import { isAboutService } from '../../domain/is-about-service.ts';
import type { Notification } from '../../domain/notification.ts';
import { isEnd } from '../../domain/telling/end-follows-outage.ts';
import { isReminder } from '../../domain/telling/while-unanswered.ts';
import type { RedisClient } from '../client/connect.ts';
import { isPreviousPlanned } from '../notifications/is-previous-planned.ts';
import { toNotification } from '../notifications/notification-record.ts';
import type { Partitions } from '../partition.ts';

/** Of a row that is part of a group: whether a message of the group named its incident to its channel. */
function hasNamed({ incidentId, channelId, groupId }: Notification, kept: KeptGroup | undefined): boolean {
  // What is not kept any more is not known to have been untold.
  if (kept === undefined || kept.group.groupId !== groupId) return true;
  return keptGroup.hasNamed(kept, incidentId, channelId);
}

/** An incident has few messages that follow each other; beyond that its end is sent. */
const mostMessages = 100;

/** Of all channels, where it must be looked for the one before. */
const mostRows = 1_000;

/**
 * Whether the channel of a message about an end was told of the outage, from the rows of the messages before it: for
 * "recovering", of the outage that ends; for the end of the incident, of any of its outages. A row that may have been
 * lost counts as told; one that was planned while the channel was not there is passed over. `kept` is the group of the incident: it may have named it though its own message was held for
 * another reason.
 */
export async function wasTold(
  client: RedisClient,
  partitions: Partitions,
  end: Notification,
  kept: KeptGroup | undefined,
): Promise<boolean> {
  const { kind, incidentId, channelId } = end;
  if (kind === 'resolved' && kept !== undefined && keptGroup.hasNamed(kept, incidentId, channelId))
    return true;
  let later = end;
  for (let messages = 0; messages < mostMessages; messages++) {
    const row = await rowBefore(client, partitions, later);
    if (row === null) return false;
    if (row === 'lost') return true;
    if (isEnd(row)) {
      // What is less than an outage begins anew after its end.
      if (isAboutService(kind)) return false;
    } else {
      // A digest told it. A group may have ended before its message named it: that is asked of the group.
      if (row.state !== 'suppressed' || row.digestId !== undefined) return true;
      if (row.groupId !== undefined && hasNamed(row, kept)) return true;
      // A reminder that was not sent says nothing about the message that it would have repeated.
      if (kind === 'recovering' && !isReminder(row)) return false;
    }
    later = row;
  }
  return true;
}

/** The message before this one; `lost`: there may have been one. */
async function rowBefore(
  client: RedisClient,
  partitions: Partitions,
  later: Notification,
): Promise<Notification | 'lost' | null> {
  if (later.afterId === null) return null;
  const fields = await client.hgetall(partitions.of(later.afterId).notification(later.afterId));
  const row = toNotification(fields);
  if (row !== null) return row;
  if (!(await isPreviousPlanned(client, partitions, later))) return 'lost';
  // The channel was not there when that one was planned: it may have been told before it was taken out.
  return newestBefore(client, partitions, later);
}

/** The newest message of the incident to the same channel before this one; null: there is none. */
async function newestBefore(
  client: RedisClient,
  partitions: Partitions,
  { notificationId, incidentId, channelId, createdAtMs }: Notification,
): Promise<Notification | null> {
  const key = partitions.of(incidentId).incidentNotifications(incidentId);
  const ids = await client.zrange(key, createdAtMs, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, mostRows);
  for (const id of ids) {
    if (id === notificationId) continue;
    const row = toNotification(await client.hgetall(partitions.of(id).notification(id)));
    if (row?.channelId === channelId) return row;
  }
  return null;
}
