import type { Log } from '../actors/ports.ts';
import type { ApiKeys } from '../actors/ports-of-keys.ts';

/**
 * The key store of a node that brings a key of its own. A Redis that came back empty is furnished again before its
 * keys are believed: else a fleet would be answered 401, and stay away for minutes, because of a fault of ours.
 */
export function lastingKeys(parts: {
  apiKeys: ApiKeys;
  isNewRedis(): Promise<boolean>;
  /** Stores the key first: who sees that Redis is not new finds the key there. */
  furnish(): Promise<void>;
  log: Log;
}): ApiKeys {
  const { apiKeys, log } = parts;
  return {
    ...apiKeys,
    async all() {
      const keys = await apiKeys.all();
      if (keys.length > 0) return keys;
      if (await parts.isNewRedis()) {
        log.error(
          {},
          'Redis came back empty: everything must register again; the key of this node is stored',
        );
        await parts.furnish();
      }
      return apiKeys.all();
    },
  };
}
