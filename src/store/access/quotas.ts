import type { Quotas } from '../../actors/ports/access.ts';
import type { RedisClient } from '../client/connect.ts';
import { scanMembersOnce } from '../client/scan-members.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';

const minuteMs = 60_000;

/** So many instances are looked at in one go: Redis serves others between any two. */
const pageSize = 200;

/**
 * Counts what keys have registered: living instances, which every commit of an instance carries along, and new services.
 * Whether that is too much is decided in `domain/quota.ts`.
 */
export function createQuotas(client: RedisClient, partitions: Partitions): Quotas {
  async function countIn(keys: PartitionKeys, keyId: string): Promise<number> {
    let count = 0;
    for await (const ids of scanMembersOnce(client, keys.seen, pageSize)) {
      const owners = await Promise.all(ids.map((id) => client.hget(keys.instance(id), 'apiKeyId')));
      count += owners.filter((owner) => owner === keyId).length;
    }
    return count;
  }

  async function recountIn(keys: PartitionKeys, keyId: string): Promise<number> {
    const before = Number(await client.hget(keys.instancesByKey, keyId));
    const count = await countIn(keys, keyId);
    // What commits have changed meanwhile is in both: only the difference from before is corrected.
    if (count !== before) await client.hincrby(keys.instancesByKey, keyId, count - before);
    return count;
  }

  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    async livingInstances(keyId) {
      return sum(
        await Promise.all(
          partitions.all.map(async (keys) => Number(await client.hget(keys.instancesByKey, keyId))),
        ),
      );
    },

    async recount(keyId) {
      return sum(await Promise.all(partitions.all.map((keys) => recountIn(keys, keyId))));
    },

    async noteNewService(keyId, serviceId) {
      const key = partitions.at(0).newServices(keyId);
      const replies = await client
        .multi()
        .sadd(key, serviceId)
        .scard(key)
        .pexpire(key, minuteMs, 'NX')
        .pttl(key)
        .exec();
      const [added = 0, count = 0, , leftMs = minuteMs] = (replies ?? []).map(([error, reply]) => {
        if (error !== null) throw error;
        return Number(reply);
      });
      return { count, isFirstOfIt: added > 0, leftMs };
    },

    async forgetNewService(keyId, serviceId) {
      await client.srem(partitions.at(0).newServices(keyId), serviceId);
    },
  };
}
