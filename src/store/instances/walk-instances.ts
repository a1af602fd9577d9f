import type { InstanceReading, InstanceWalk, Readings } from '../../actors/ports/reading.ts';
import type { RedisClient } from '../client/connect.ts';
import { scanMembersOnce } from '../client/scan-members.ts';
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
        for await (const ids of scanMembersOnce(client, seen, pageSize)) {
          const found = await Promise.all(ids.map((id) => readings.instance(id)));
          yield found.filter((instance): instance is InstanceReading => instance !== null);
        }
      }
    },
  };
}
