import type { ApiKeys } from '../actors/ports-of-keys.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { RedisClient } from './connect.ts';
import { globalKeys } from './keys.ts';

/** What older records lack. */
const added = { maxInstances: null };

/**
 * The key store: one hash, public id → record. What is not in it does not open the door, nor does what was revoked:
 * that is remembered in a hash of its own, because a key may come again from an environment or a file.
 */
export function createApiKeys(client: RedisClient): ApiKeys {
  const save = (key: ApiKey) => client.hset(globalKeys.apiKeys, key.keyId, JSON.stringify(key));
  const revokedAtMs = async (keyId: string) => {
    const text = await client.hget(globalKeys.revokedApiKeys, keyId);
    return text === null ? null : Number(text);
  };
  return {
    async all() {
      const records = await client.hvals(globalKeys.apiKeys);
      const keys = records.map((record) => ({ ...added, ...(JSON.parse(record) as ApiKey) }));
      if (keys.length === 0) return [];
      // Asked for after the keys: who provides a key while it is revoked must not bring it back.
      const revoked = await client.hmget(globalKeys.revokedApiKeys, ...keys.map((key) => key.keyId));
      return keys.filter((_, i) => revoked[i] === null);
    },

    async save(key) {
      await save(key);
    },

    async provide(key) {
      const atMs = await revokedAtMs(key.keyId);
      if (atMs !== null) return { kind: 'revoked', atMs };
      return { kind: 'provided', isNew: (await save(key)) === 1 };
    },

    async revoke(keyId) {
      if ((await client.hexists(globalKeys.apiKeys, keyId)) === 0) return false;
      const [seconds] = await client.time();
      await client.hset(globalKeys.revokedApiKeys, keyId, Number(seconds) * 1000);
      return (await client.hdel(globalKeys.apiKeys, keyId)) === 1;
    },
  };
}
