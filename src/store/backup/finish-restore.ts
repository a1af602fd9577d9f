import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';

/** Takes away the mark that keeps monitors from starting on half a restore; a lock that was held then is nobody's. */
export async function finishRestore(client: RedisClient): Promise<void> {
  await client.hdel(globalKeys.meta, 'restoring', 'lock');
}
