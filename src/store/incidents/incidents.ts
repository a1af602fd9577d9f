import type { Evidence, Incidents } from '../../actors/ports/incidents.ts';
import type { InstanceReading } from '../../actors/ports/reading.ts';
import { locationOf } from '../../domain/instance-location.ts';
import type { LastSeenMetrics } from '../../domain/messages.ts';
import type { ServiceState } from '../../domain/roll-up-status.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { lastBeat } from '../instances/last-beat.ts';
import { readShownInstances } from '../instances/read-shown-instance.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import { toServiceRecord } from '../services/service-record.ts';
import { readIncident } from './read-incident.ts';

/** How many instances are looked at for the last metrics, and how many of them are told. */
const lookedAt = 30;
const told = 3;

/** Incidents as messages need them. */
export function createIncidents(client: RedisClient, partitions: Partitions): Incidents {
  return {
    read: (incidentId) => readIncident(client, partitions, incidentId),

    async evidence({ serviceId }, silentSinceMs) {
      const keys = partitions.of(serviceId);
      const [{ nowMs, fields }, registration, instances] = await Promise.all([
        readHash(client, keys.service(serviceId), keys.clock),
        registrationAt(client, keys, serviceId, silentSinceMs),
        readShownInstances(client, keys, serviceId, lookedAt),
      ]);
      const registeredBy = instances[0]?.description.apiKeyId ?? null;
      const record = toServiceRecord(serviceId, fields);
      if (record === null)
        return { nowMs, service: archived(nowMs), registration: null, lastMetrics: [], registeredBy };
      const { status, sinceMs, counts, shortSinceMs } = record;
      return {
        nowMs,
        service: { status, sinceMs, counts, shortSinceMs },
        registration,
        lastMetrics: lastMetrics(instances),
        ...downOf(instances, counts.Down),
        registeredBy,
      };
    },
  };
}

/** A registration leaves its stamp one millisecond early, so a heartbeat in the same millisecond still counts. */
async function registrationAt(
  client: RedisClient,
  keys: PartitionKeys,
  serviceId: string,
  silentSinceMs: number,
): Promise<Evidence['registration']> {
  const { atMs, isRegistration } = await lastBeat(client, keys, serviceId, { upToMs: silentSinceMs });
  return isRegistration ? { atMs: silentSinceMs + 1, lastBeatAtMs: atMs } : null;
}

/** Who is Down, if that are few and all of them were looked at. */
function downOf(instances: readonly InstanceReading[], count: number): Pick<Evidence, 'down'> {
  const down = instances
    .filter(({ state }) => state.status === 'Down')
    .map(({ description }) => ({
      instanceKey: description.instanceKey,
      host: locationOf(description).host ?? description.hostname,
    }))
    .toSorted((a, b) => (a.instanceKey < b.instanceKey ? -1 : 1));
  return count > 0 && count <= told && down.length === count ? { down } : {};
}

/** What is known of a service that is not there any more. */
function archived(nowMs: number): ServiceState {
  const counts = { Pending: 0, Healthy: 0, Degraded: 0, Down: 0, Recovered: 0 };
  return { status: 'Stopped', sinceMs: nowMs, counts, shortSinceMs: null };
}

/** What the instances that were heard most recently before they went Down sent last. */
function lastMetrics(instances: readonly InstanceReading[]): LastSeenMetrics[] {
  const found: (LastSeenMetrics & { down: boolean })[] = [];
  for (const view of instances) {
    if (view.lastHeartbeat === null) continue;
    found.push({
      instanceKey: view.description.instanceKey,
      hostname: view.description.hostname,
      receivedAtMs: view.lastBeatAtMs,
      values: view.lastHeartbeat,
      down: view.state.status === 'Down',
    });
  }
  const silentFirst = (a: (typeof found)[number], b: (typeof found)[number]) =>
    Number(b.down) - Number(a.down) || (b.receivedAtMs ?? 0) - (a.receivedAtMs ?? 0);
  return found
    .sort(silentFirst)
    .slice(0, told)
    .map(({ down: _, ...metrics }) => metrics);
}
