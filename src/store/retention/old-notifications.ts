import type { OldNotification, OldRecords } from '../../actors/ports/retention.ts';
import type { IncidentState } from '../../domain/incident.ts';
import type { Notification } from '../../domain/notification.ts';
import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import { toIncident } from '../incidents/to-incident.ts';
import type { PartitionKeys } from '../keys.ts';
import { pageSources } from '../lists/page-sources.ts';
import { deliveryMember } from '../notifications/delivery-member.ts';
import { rowAsRead, toNotification } from '../notifications/notification-record.ts';
import { removeEach } from './remove-each.ts';

const atOnce = 50;

const { byTime, idAt } = pageSources;

/** The notifications of one partition by when they were planned. */
export function createOldNotifications(
  client: RedisClient,
  keys: PartitionKeys,
): OldRecords<OldNotification> {
  /** The states of the incidents that these belong to, each read once. */
  async function statesOf(incidentIds: ReadonlySet<string>): Promise<Map<string, IncidentState | null>> {
    const read = async (incidentId: string) => {
      const text = await client.get(keys.incident(incidentId));
      return [incidentId, text === null ? null : toIncident(text).state] as const;
    };
    return new Map(await Promise.all([...incidentIds].map(read)));
  }

  return {
    nowMs: () => readClock(client, keys),

    async read(beforeMs, after) {
      const source = byTime(client, keys.notifications, 'up', { fromMs: 0, toMs: beforeMs });
      const positions = await source.positions(after, atOnce);
      const ids = positions.map(idAt);
      const rows = await Promise.all(
        ids.map(async (id) => toNotification(await client.hgetall(keys.notification(id)))),
      );
      const states = await statesOf(new Set(rows.flatMap((row) => row?.incidentId ?? [])));
      const found = ids.map((notificationId, i): OldNotification => {
        const notification = rows[i] ?? null;
        return { notificationId, notification, incident: states.get(notification?.incidentId ?? '') ?? null };
      });
      return { found, next: positions.length < atOnce ? null : (positions.at(-1) ?? null) };
    },

    remove: (notifications) =>
      removeEach(notifications, ({ notificationId, notification }) => {
        const key = keys.notification(notificationId);
        return commit(client, asRead(key, notification), [
          ['DEL', key],
          ['ZREM', keys.notifications, notificationId],
          ...(notification === null ? [] : placesOf(keys, notification)),
        ]);
      }),
  };
}

/** Nobody has sent it again since. */
function asRead(key: string, notification: Notification | null): Comparison[] {
  if (notification === null) return [{ command: ['EXISTS', key], expected: 0 }];
  return rowAsRead(key, notification);
}

function placesOf(keys: PartitionKeys, notification: Notification): Command[] {
  return [
    ['ZREM', keys.incidentNotifications(notification.incidentId), notification.notificationId],
    ['ZREM', keys.deliveries, deliveryMember(notification)],
  ];
}
