import { livingStatuses } from '../../domain/status.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** Counters by what they count, such as `instance:Down`, summed over all partitions; living ones also where there are 0. */
export async function readTotals(client: RedisClient, partitions: Partitions): Promise<Map<string, number>> {
  const sums = new Map<string, number>(livingStatuses.map((status) => [`instance:${status}`, 0]));
  for (const keys of partitions.all) {
    for (const [name, value] of Object.entries(await client.hgetall(keys.totals))) {
      sums.set(name, (sums.get(name) ?? 0) + Number(value));
    }
  }
  return sums;
}
