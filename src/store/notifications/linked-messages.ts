import type { LinkedMessages } from '../../actors/ports/operating.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { toIncident } from '../incidents/to-incident.ts';
import type { Partitions } from '../partition.ts';
import { toNotification } from './notification-record.ts';

/** The field of a notification that says that the link in it was used, and when. */
export const linkUsedField = 'linkUsedAtMs';

/** Messages with a link that acknowledges their incident. */
export function createLinkedMessages(client: RedisClient, partitions: Partitions): LinkedMessages {
  return {
    async read(notificationId) {
      const keys = partitions.of(notificationId);
      const { nowMs, fields } = await readHash(client, keys.notification(notificationId), keys.clock);
      const row = toNotification(fields);
      if (row === null) return null;
      const text = await client.get(keys.incident(row.incidentId));
      if (text === null) return null;
      const { incidentId, channelId, channelType, recipients = null } = row;
      return {
        nowMs,
        link: { notificationId, incidentId, channelId, channelType, recipients },
        incident: toIncident(text),
        isUsed: fields[linkUsedField] !== undefined,
      };
    },
  };
}
