import type { LinkedMessages } from '../../actors/ports/operating.ts';
import { nameCause } from '../../domain/failure-domains/describe-outage.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { readIncident } from '../incidents/read-incident.ts';
import type { Partitions } from '../partition.ts';
import { toNotification } from './notification-record.ts';

/** The field of a notification that says that the link in it was used, and when. */
export const linkUsedField = 'linkUsedAtMs';

/** Messages with a link that acknowledges their incident, or those of an outage group. */
export function createLinkedMessages(client: RedisClient, partitions: Partitions): LinkedMessages {
  return {
    async read(notificationId) {
      const keys = partitions.of(notificationId);
      const { nowMs, fields } = await readHash(client, keys.notification(notificationId), keys.clock);
      const row = toNotification(fields);
      if (row === null) return null;
      const { incidentId, channelId, channelType, recipients = null, message } = row;
      const about = { nowMs, link: { notificationId, incidentId, channelId, channelType, recipients } };
      if ('groupId' in message) {
        const cause = nameCause(message.cause, message.versionOf);
        const found = await Promise.all(
          message.services.map((service) => readIncident(client, partitions, service.incidentId)),
        );
        return { ...about, kind: 'group', cause, incidents: found.filter((incident) => incident !== null) };
      }
      const incident = await readIncident(client, partitions, incidentId);
      if (incident === null) return null;
      return { ...about, kind: 'incident', incident, isUsed: fields[linkUsedField] !== undefined };
    },
  };
}
