import type { ApiKeys } from '../actors/ports-of-keys.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { RedisClient } from './connect.ts';
import { globalKeys } from './keys.ts';

/** The key store: one hash, public id → record. What is not in it does not open the door. */
export function createApiKeys(client: RedisClient): ApiKeys {
  return {
    async all() {
      const records = await client.hvals(globalKeys.apiKeys);
      return records.map((record) => JSON.parse(record) as ApiKey);
    },
    async save(key) {
      await client.hset(globalKeys.apiKeys, key.keyId, JSON.stringify(key));
    },
    async revoke(keyId) {
      return (await client.hdel(globalKeys.apiKeys, keyId)) === 1;
    },
  };
}
