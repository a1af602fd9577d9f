import { type KeyUsage, type QuotaLimits, quota } from '../../domain/quota.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';
import { createApiKeys } from './api-keys.ts';

/** How many living instances each key has, and how many it may have. */
export async function readKeyUsage(
  client: RedisClient,
  partitions: Partitions,
  defaults: QuotaLimits,
): Promise<KeyUsage[]> {
  const [keys, ...counts] = await Promise.all([
    createApiKeys(client).all(),
    ...partitions.all.map((each) => client.hgetall(each.instancesByKey)),
  ]);
  return keys.map((key) => ({
    keyId: key.keyId,
    name: key.name,
    instances: counts.reduce((sum, count) => sum + Number(count[key.keyId] ?? 0), 0),
    limit: quota.limitsOf(key, defaults).instances,
  }));
}
