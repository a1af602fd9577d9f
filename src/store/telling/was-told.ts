import { isAboutService } from '../../domain/is-about-service.ts';
import type { Notification } from '../../domain/notification.ts';
import { isEnd } from '../../domain/telling/end-follows-outage.ts';
import { isReminder } from '../../domain/telling/while-unanswered.ts';
import type { RedisClient } from '../client/connect.ts';
import { isPreviousPlanned } from '../notifications/is-previous-planned.ts';
import { toNotification } from '../notifications/notification-record.ts';
import type { Partitions } from '../partition.ts';

/** An incident has few messages that follow each other; beyond that its end is sent. */
const mostMessages = 100;

/**
 * Whether the channel of a message about an end was told of the outage, from the rows of the messages before it: for
 * "recovering", of the outage that ends; for the end of the incident, of any of its outages. A row that may have been
 * lost counts as told.
 */
export async function wasTold(
  client: RedisClient,
  partitions: Partitions,
  end: Notification,
  hasNamed: (row: Notification) => Promise<boolean>,
): Promise<boolean> {
  let later = end;
  for (let messages = 0; messages < mostMessages; messages++) {
    if (later.afterId === null) return false;
    const fields = await client.hgetall(partitions.of(later.afterId).notification(later.afterId));
    const row = toNotification(fields);
    if (row === null) return !(await isPreviousPlanned(client, partitions, later));
    if (isEnd(row)) {
      // What is less than an outage begins anew after its end.
      if (isAboutService(end.kind)) return false;
    } else {
      // A digest told it. A group may have ended before its message named it: that is asked of the group.
      if (row.state !== 'suppressed' || row.digestId !== undefined) return true;
      if (row.groupId !== undefined && (await hasNamed(row))) return true;
      // A reminder that was not sent says nothing about the message that it would have repeated.
      if (end.kind === 'recovering' && !isReminder(row)) return false;
    }
    later = row;
  }
  return true;
}
