import { type Incident, openIncident, resolvedAt } from '../../../src/domain/incident.ts';
import type { TestStore } from '../open-store.ts';

type Place = Pick<TestStore, 'client' | 'keys' | 'ids'>;

/** Writes an incident that began at a time, as the roll-up does; resolved a second later, or it goes on. */
export async function writeIncident(
  { client, keys, ids }: Place,
  startedAtMs: number,
  state: 'open' | 'resolved' = 'resolved',
  serviceName = 'orders',
): Promise<Incident> {
  const serviceId = ids.serviceId(serviceName, 'test');
  const incidentId = ids.incidentId(serviceId, startedAtMs);
  const name = { incidentId, serviceId, serviceName, environment: 'test' };
  const opened = openIncident(
    { ...name, startedAtMs, detectedAtMs: startedAtMs + 4_000, before: null },
    'Healthy',
    { to: 'Down', atMs: startedAtMs + 4_000 },
    { outages: 1, lastHeardAtMs: startedAtMs, gaps: [] },
  );
  const incident =
    state === 'open' ? opened : { ...resolvedAt(opened, startedAtMs + 5_000), silentSinceMs: null };
  await client.set(keys.incident(incidentId), JSON.stringify(incident));
  await client.zadd(keys.incidents, startedAtMs, incidentId);
  return incident;
}
