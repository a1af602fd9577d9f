import type { Incident } from '../../domain/incident.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';
import { toIncident } from './to-incident.ts';

/** An incident as it is now; null: there is none with this id. */
export async function readIncident(
  client: RedisClient,
  partitions: Partitions,
  incidentId: string,
): Promise<Incident | null> {
  const text = await client.get(partitions.of(incidentId).incident(incidentId));
  return text === null ? null : toIncident(text);
}
