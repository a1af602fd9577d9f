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
  const found = items.filter(({ notificationId }) => notificationId.startsWith(given.toLowerCase()));
  if (found.length === 1 && found[0] !== undefined) return found[0].notificationId;
  if (found.length === 0)
    throw new Error(
      `There is no message "${given}…" among the newest ${mostNotifications}; run: notifications list`,
    );
  const ids = found.map(
    (one) => `  ${one.notificationId}  ${one.kind} to ${one.channelId}  ${one.createdAt}`,
  );
  throw new Error(`Several messages begin with "${given}"; give more of the id:\n${ids.join('\n')}`);
}
