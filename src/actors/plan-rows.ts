import type { Notification } from '../domain/notification.ts';
import type { ServiceName } from '../domain/policy.ts';
import { sourceOf } from '../domain/telling/message-source.ts';
import type { Channel, Notifications, PlannedName } from './ports/notifications.ts';
import type { Meter } from './ports/observability.ts';
import type { Delivery, WakeUps } from './ports/wake-ups.ts';

/** Writes the rows that step 4 decided, and adds jobs for those to send. Existing rows are not changed. `whole`: these are all rows of it. */
export async function planRows(
  parts: { notifications: Pick<Notifications, 'plan'>; deliveryQueue: WakeUps<Delivery>; meter: Meter },
  rows: Notification[],
  whole?: PlannedName,
): Promise<void> {
  await parts.notifications.plan(rows, whole);
  const toSend = rows.filter((row) => row.state === 'pending');
  await parts.deliveryQueue.arm(toSend.map((row) => ({ ...row, source: sourceOf(row) })));
  for (const row of rows) if (row.state === 'suppressed') parts.meter.notified(row.channelType, 'suppressed');
}

/** The channels that may get messages about a service. */
export function channelsFor(service: ServiceName, channels: ReadonlyMap<string, Channel>): Channel[] {
  return [...channels.values()].filter((channel) => channel.isFor?.(service) ?? true);
}
