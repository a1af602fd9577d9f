import { isUuid } from '../domain/ids.ts';
import type { AskMonitor } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import { shortId } from './short-id.ts';
import type { Notification } from './wire.ts';

/** As far back as an abbreviated id is looked for. */
const mostNotifications = 1_000;

/** The id of a message, from it or from enough of its beginning. */
export async function findNotificationId(ask: AskMonitor, given: string): Promise<string> {
  if (isUuid(given)) return given.toLowerCase();
  shortId.require(given, 'a message');
  const { items } = await listAll<Notification>(ask, '/api/notifications', {}, mostNotifications);
  const found = shortId.pick(items, given, {
    what: 'message',
    idOf: ({ notificationId }) => notificationId,
    describe: ({ kind, channelId, createdAt }) => `${kind} to ${channelId}  ${createdAt}`,
    more: ` among the newest ${mostNotifications}; run: notifications list`,
  });
  return found.notificationId;
}
