import type { TellingMarks } from '../../actors/ports/telling.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { createIncidentActs } from '../incidents/incident-acts.ts';
import { toIncident } from '../incidents/to-incident.ts';
import type { Partitions } from '../partition.ts';
import { toServiceRecord } from '../services/service-record.ts';

/** Incidents, as the delivery of their messages marks them. */
export function createTellingMarks(client: RedisClient, partitions: Partitions): TellingMarks {
  const acts = createIncidentActs(client, partitions);
  return {
    async read(incidentId) {
      const keys = partitions.of(incidentId);
      const text = await client.get(keys.incident(incidentId));
      if (text === null) return null;
      const incident = toIncident(text);
      const { nowMs, fields } = await readHash(client, keys.service(incident.serviceId), keys.clock);
      const serviceRevision = toServiceRecord(incident.serviceId, fields)?.revision ?? null;
      // How long it is silent does not matter for a mark.
      return { nowMs, incident, gaps: [], text, serviceRevision };
    },

    async commit(view, after, wakes) {
      const outcome = await acts.commit(view, after, []);
      const { serviceId } = after;
      // Not in the same write: without it the service is rolled up when the mark would have ended.
      if (outcome.kind === 'committed' && wakes && view.serviceRevision !== null)
        await client.zadd(partitions.of(serviceId).serviceTimer, 'LT', view.nowMs, serviceId);
      return outcome;
    },
  };
}
