import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';

const raiseGeneration = loadScript('raise-generation');

/** Makes every check of an instance that was armed before a stale one; null: the instance is gone. */
export async function newGeneration(
  client: RedisClient,
  keys: PartitionKeys,
  instanceId: string,
): Promise<number | null> {
  const reply = await raiseGeneration.run(client, [keys.instance(instanceId), keys.timer], [instanceId]);
  return reply === null ? null : Number(reply);
}
