import type { Fleet } from '../../actors/ports/outage-groups.ts';
import { countHeard } from '../../domain/failure-domains/count-heard.ts';
import { needsHeard } from '../../domain/failure-domains/needs-heard.ts';
import type { RulesOf } from '../../domain/policy.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';
import { readHeard } from './read-heard.ts';
import { readLate } from './read-late.ts';

/** In all partitions together; of more, as many are taken by chance. */
const mostLate = 20_000;

/** Reads the fleet for a look. It begins with who is late; only if these may have a cause in common others are read. */
export function createFleet(client: RedisClient, partitions: Partitions, rulesOf: RulesOf): Fleet {
  async function downOf(serviceIds: ReadonlySet<string>): Promise<Set<string>> {
    const byPartition = Map.groupBy(serviceIds, (id) => partitions.of(id).statuses);
    const down = new Set<string>();
    for (const [key, ids] of byPartition) {
      const statuses = await client.hmget(key, ...ids);
      for (const [i, id] of ids.entries()) if (statuses[i] === 'Down') down.add(id);
    }
    return down;
  }

  return {
    async read() {
      const atMost = Math.ceil(mostLate / partitions.all.length);
      const parts = await Promise.all(
        partitions.all.map((keys) => readLate(client, keys, { rulesOf, atMost })),
      );
      const late = parts.flatMap((part) => part.late);
      const share = Math.min(...parts.map((part) => part.share));
      const down = await downOf(new Set(late.map(({ serviceId }) => serviceId)));
      const sizes = await Promise.all(partitions.all.map((keys) => client.zcard(keys.seen)));
      const size = sizes.reduce((sum, each) => sum + each, 0);
      const needed = needsHeard(late, size * share);
      if (needed === null) return { late: [], down, heard: countHeard(nobody) };
      const lateIds = new Set(late.map(({ instanceId }) => instanceId));
      const heard = await readHeard(client, partitions, { ...needed, sizes, lateIds, share });
      return { late, down, heard: countHeard(heard) };
    },
  };
}

const nobody = { sample: [], weight: 1, near: [], ofServices: new Map(), share: 1 };
