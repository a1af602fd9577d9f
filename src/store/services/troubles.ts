import type { Troubles } from '../../actors/ports/troubles.ts';
import type { LateInstance } from '../../domain/messages.ts';
import type { StatusCounts } from '../../domain/roll-up-status.ts';
import { livingStatuses } from '../../domain/status.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import { readShownInstance } from '../instances/read-shown-instance.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';

/** How many instances are asked for their status, and how many of them are told. */
const lookedAt = 500;
const told = 3;

/** What messages say of a service that is in trouble. */
export function createTroubles(client: RedisClient, partitions: Partitions): Troubles {
  return {
    async evidence(serviceId) {
      const keys = partitions.of(serviceId);
      const [{ nowMs, fields }, late] = await Promise.all([
        readHash(client, keys.service(serviceId), keys.clock),
        lateInstances(client, keys, serviceId),
      ]);
      const counts = livingStatuses.map((status) => [status, Number(fields[status] ?? 0)]);
      return { nowMs, counts: Object.fromEntries(counts) as StatusCounts, late };
    },
  };
}

async function lateInstances(
  client: RedisClient,
  keys: PartitionKeys,
  serviceId: string,
): Promise<LateInstance[]> {
  const ids = await client.zrange(keys.serviceInstances(serviceId), '0', String(lookedAt - 1));
  const statuses = await Promise.all(ids.map((id) => client.hget(keys.instance(id), 'status')));
  const late = ['Down', 'Degraded'].flatMap((status) => ids.filter((_, i) => statuses[i] === status));
  const views = await Promise.all(late.slice(0, told).map((id) => readShownInstance(client, keys, id)));
  return views
    .filter((view) => view !== null)
    .map(({ description: { instanceKey, hostname }, state: { status }, lastBeatAtMs }) => ({
      ...{ instanceKey, hostname, status, lastBeatAtMs },
    }));
}
