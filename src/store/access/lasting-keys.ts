import type { ApiKeys } from '../../actors/ports/access.ts';
import type { Log } from '../../actors/ports/observability.ts';

/** The key that a node brings with it. */
export interface LastingKey {
  keyId: string;
  /** Stores it, unless it was revoked: then false. */
  provide(): Promise<boolean>;
}

/**
 * The key store of a node that may have a key in its settings. If Redis has lost that key, it is stored again before the
 * keys are read. Otherwise all instances would be answered 401 and wait for minutes, because of a fault of the monitor.
 */
export function lastingKeys(parts: {
  apiKeys: ApiKeys;
  own: LastingKey | null;
  isNewRedis(): Promise<boolean>;
  /** Makes an empty Redis the monitor's again. */
  prepareRedis(): Promise<void>;
  log: Log;
}): ApiKeys {
  const { apiKeys, own, log } = parts;
  let wasProvided = false;
  // An empty Redis has lost the revocation too, but this node remembers it.
  let isValid = own !== null;

  async function provide(): Promise<void> {
    if (own === null || !isValid) return;
    isValid = await own.provide();
    wasProvided = true;
  }

  return {
    ...apiKeys,
    async all() {
      const keys = await apiKeys.all();
      if (keys.length === 0 && (await parts.isNewRedis())) {
        const what = isValid ? 'the API key of this node was stored again' : 'no API key is left';
        log.error({}, `Redis came back empty: all instances must register again, and ${what}`);
        // The key first: a node that sees that Redis is not new must find it.
        await provide();
        await parts.prepareRedis();
        return apiKeys.all();
      }
      if (!isValid || (wasProvided && keys.some((key) => key.keyId === own?.keyId))) return keys;
      await provide();
      return apiKeys.all();
    },
  };
}
