import type { ApiKeys } from './ports/access.ts';
import type { Log } from './ports/observability.ts';

/** The key that a node brings with it. */
export interface LastingKey {
  keyId: string;
  /** Stores it, unless it was revoked: then false. */
  provide(): Promise<boolean>;
}

/**
 * The key store of a node that may bring a key of its own. A Redis that forgot that key is given it again before its
 * keys are believed: else a fleet would be answered 401, and stay away for minutes, because of a fault of ours.
 */
export function lastingKeys(parts: {
  apiKeys: ApiKeys;
  own: LastingKey | null;
  isNewRedis(): Promise<boolean>;
  /** Makes an empty Redis the monitor's again. */
  agree(): Promise<void>;
  log: Log;
}): ApiKeys {
  const { apiKeys, own, log } = parts;
  let wasProvided = false;
  // An empty Redis has forgotten that it was revoked as well; this node has not.
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
        // The key first: who sees that Redis is not new finds it there.
        await provide();
        await parts.agree();
        return apiKeys.all();
      }
      if (!isValid || (wasProvided && keys.some((key) => key.keyId === own?.keyId))) return keys;
      await provide();
      return apiKeys.all();
    },
  };
}
