import type { IncidentView } from '../../actors/ports/operating.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import type { Partitions } from '../partition.ts';
import { toServiceRecord } from '../services/service-record.ts';
import { toIncident } from './to-incident.ts';

/** An incident with all that a commit of it compares; null: there is none with this id. */
export async function readRevisedIncident(
  client: RedisClient,
  partitions: Partitions,
  incidentId: string,
): Promise<Omit<IncidentView, 'gaps'> | null> {
  const keys = partitions.of(incidentId);
  const text = await client.get(keys.incident(incidentId));
  if (text === null) return null;
  const incident = toIncident(text);
  const { serviceId } = incident;
  const { nowMs, fields } = await readHash(client, keys.service(serviceId), keys.clock);
  return { nowMs, incident, text, serviceRevision: toServiceRecord(serviceId, fields)?.revision ?? null };
}
