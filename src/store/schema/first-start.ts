import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';

/** Whether no monitor ever started on this Redis, or it has forgotten that one did. */
export async function isNewRedis(client: RedisClient): Promise<boolean> {
  return (await client.exists(globalKeys.meta)) === 0;
}

/**
 * Holds this start to the number of partitions that the first start chose: another number would look for everything
 * in the wrong place. Throws an Error that names both.
 */
export async function agreePartitionCount(client: RedisClient, wanted: number): Promise<void> {
  await client.hsetnx(globalKeys.meta, 'partitions', wanted);
  const agreed = Number(await client.hget(globalKeys.meta, 'partitions'));
  if (agreed !== wanted) {
    throw new Error(
      `the data in this Redis has MONITOR_PARTITIONS=${agreed}, but this node has ${wanted}; set it to ${agreed}`,
    );
  }
}
