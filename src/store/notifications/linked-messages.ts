import type { LinkedMessages } from '../../actors/ports/operating.ts';
import { nameCause } from '../../domain/failure-domains/describe-outage.ts';
import type { Incident } from '../../domain/incident.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { toIncident } from '../incidents/to-incident.ts';
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
        const found = await Promise.all(message.services.map((service) => incidentOf(service.incidentId)));
        return { ...about, kind: 'group', cause, incidents: found.filter((incident) => incident !== null) };
      }
      const incident = await incidentOf(incidentId);
      if (incident === null) return null;
      return { ...about, kind: 'incident', incident, isUsed: fields[linkUsedField] !== undefined };
    },
  };

  async function incidentOf(incidentId: string): Promise<Incident | null> {
    const text = await client.get(partitions.of(incidentId).incident(incidentId));
    return text === null ? null : toIncident(text);
  }
}
