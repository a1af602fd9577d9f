import type { ApiKeys } from '../../actors/ports/access.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';

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
      const keys = records.map(toKey);
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
      const known = await client.hget(globalKeys.apiKeys, key.keyId);
      // A limit that an operator gave it is not in the environment, and stays.
      const { createdAtMs, maxInstances } = known === null ? key : toKey(known);
      await save({ ...key, createdAtMs, maxInstances });
      return { kind: 'provided', isNew: known === null };
    },

    async revoke(keyId) {
      if ((await client.hexists(globalKeys.apiKeys, keyId)) === 0) return false;
      const [seconds] = await client.time();
      await client.hset(globalKeys.revokedApiKeys, keyId, Number(seconds) * 1000);
      return (await client.hdel(globalKeys.apiKeys, keyId)) === 1;
    },
  };
}

/** Older records have no limit of their own. */
function toKey(record: string): ApiKey {
  const key = JSON.parse(record) as Omit<ApiKey, 'maxInstances'> & Partial<ApiKey>;
  return { ...key, maxInstances: key.maxInstances ?? null };
}
