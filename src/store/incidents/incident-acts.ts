import type { IncidentActs } from '../../actors/ports/operating.ts';
import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { eventCommand } from '../events/event-command.ts';
import { linkUsedField } from '../notifications/linked-messages.ts';
import type { Partitions } from '../partition.ts';
import { gapsOfIncident } from './gaps-of-incident.ts';
import { readRevisedIncident } from './read-revised-incident.ts';

/** Incidents as people act on them. */
export function createIncidentActs(client: RedisClient, partitions: Partitions): IncidentActs {
  return {
    async read(incidentId) {
      const found = await readRevisedIncident(client, partitions, incidentId);
      return (
        found && { ...found, gaps: await gapsOfIncident(client, partitions.of(incidentId), found.incident) }
      );
    },

    async isLinkUsed(notificationId) {
      const key = partitions.of(notificationId).notification(notificationId);
      return (await client.hexists(key, linkUsedField)) === 1;
    },

    commit({ nowMs, incident: before, text, serviceRevision }, after, events, usedLink) {
      const { incidentId, serviceId } = after;
      const keys = partitions.of(incidentId);
      const compare: Comparison[] = [{ command: ['GET', keys.incident(incidentId)], expected: text }];
      const write: Command[] = [['SET', keys.incident(incidentId), JSON.stringify(after)]];
      const closes = before.state !== 'resolved' && after.state === 'resolved';
      if (usedLink !== undefined) {
        const row = keys.notification(usedLink);
        compare.push({ command: ['HEXISTS', row, linkUsedField], expected: 0 });
        write.push(['HSET', row, linkUsedField, nowMs]);
      }
      if (closes) write.push(['HINCRBY', keys.totals, 'incidents:open', -1]);
      if (serviceRevision !== null) {
        const service = keys.service(serviceId);
        // A roll-up writes the incident too, as it read it: one that is under way must not undo this.
        compare.push({ command: ['HGET', service, 'revision'], expected: serviceRevision });
        write.push(['HSET', service, 'revision', serviceRevision + 1]);
        if (closes) write.push(['HSET', service, 'openIncidentId', '']);
      }
      write.push(...events.map((event) => eventCommand(keys, event)));
      return commit(client, compare, write);
    },
  };
}
