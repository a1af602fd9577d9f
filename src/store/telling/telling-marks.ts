import type { TellingMarks } from '../../actors/ports/telling.ts';
import type { RedisClient } from '../client/connect.ts';
import { createIncidentActs } from '../incidents/incident-acts.ts';
import { readRevisedIncident } from '../incidents/read-revised-incident.ts';
import type { Partitions } from '../partition.ts';

/** Incidents, as the delivery of their messages marks them. */
export function createTellingMarks(client: RedisClient, partitions: Partitions): TellingMarks {
  const acts = createIncidentActs(client, partitions);
  return {
    async read(incidentId) {
      const found = await readRevisedIncident(client, partitions, incidentId);
      // How long it is silent does not matter for a mark.
      return found && { ...found, gaps: [] };
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
