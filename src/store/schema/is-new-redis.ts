import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';

/** Whether no monitor ever started on this Redis, or it has forgotten that one did. */
export async function isNewRedis(client: RedisClient): Promise<boolean> {
  return (await client.exists(globalKeys.meta)) === 0;
}
