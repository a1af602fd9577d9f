import type { ApiKeys } from '../actors/ports-of-keys.ts';
import type { Config } from '../config.ts';
import { createApiKeys } from '../store/api-keys.ts';
import { withRedis } from './with-redis.ts';

/** Lends the key store to a command. */
export async function withApiKeys<T>(config: Config, use: (apiKeys: ApiKeys) => Promise<T>): Promise<T> {
  return withRedis(config, (client) => use(createApiKeys(client)));
}
