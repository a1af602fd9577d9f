import type { InstanceReading, InstanceWalk, Readings } from '../../actors/ports/reading.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** So many are read side by side: Redis serves others between any two of them. */
const pageSize = 200;

/** Every instance that may beat, whatever its service, in no order. */
export function createInstanceWalk(
  client: RedisClient,
  partitions: Partitions,
  readings: Pick<Readings, 'instance'>,
): InstanceWalk {
  return {
    async count() {
      const counts = await Promise.all(partitions.all.map((keys) => client.zcard(keys.seen)));
      return counts.reduce((sum, count) => sum + count, 0);
    },

    async *pages() {
      for (const { seen } of partitions.all) {
        // Heartbeats reorder the set all the while; a scan meets everybody nevertheless, and some twice.
        const met = new Set<string>();
        let cursor = '0';
        do {
          const [next, members] = await client.zscan(seen, cursor, 'COUNT', pageSize);
          cursor = next;
          const ids = members.filter((member, i) => i % 2 === 0 && !met.has(member));
          for (const id of ids) met.add(id);
          const found = await Promise.all(ids.map((id) => readings.instance(id)));
          yield found.filter((instance): instance is InstanceReading => instance !== null);
        } while (cursor !== '0');
      }
    },
  };
}
