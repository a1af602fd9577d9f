import type { ApiKeys } from '../actors/ports/access.ts';
import type { Log } from '../actors/ports/observability.ts';
import { type ApiKey, keyIdOf } from '../domain/api-key.ts';
import { keyHash } from '../key-hash.ts';
import { ProvenKeys } from './proven-keys.ts';

/** The keys as this node knows them. */
export interface KeyRing {
  /** The record of a valid key; null for any other text. Takes the same time for all of them. */
  find(text: string | undefined): ApiKey | null;
  /** A valid key by its public id, as it is now; null: it was revoked, or has expired. */
  current(keyId: string): ApiKey | null;
  /** Whether the keys were ever read: before that nobody can be let in or turned away. */
  isLoaded(): boolean;
  /** Reads the keys, and from then on again and again; fails when they cannot be read the first time. */
  follow(apiKeys: ApiKeys): Promise<void>;
  /** A key that this node just made works on it at once; others know it within a few seconds. */
  learn(key: ApiKey): void;
  close(): void;
}

/** A key that was revoked stops working on every node within this time and the read after it: well under 5 s. */
const refreshMs = 2_000;

/**
 * Keeps the keys of the store in memory and reads them again every two seconds: no request waits for Redis. The tick's
 * key is in no store; it opens no sooner than the others, because who cannot let heartbeats in cannot hear.
 */
export function openKeyRing(tickKey: ApiKey | null, log: Log): KeyRing {
  let keys = new Map<string, ApiKey>();
  const proven = new ProvenKeys();
  let loaded = false;
  let isReading = false;
  /** Made while the keys were being read: the answer may not have them yet. */
  let learned: ApiKey[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function read(apiKeys: ApiKeys): Promise<void> {
    learned = [];
    const all = [...(await apiKeys.all()), ...learned];
    keys = new Map(all.map((key) => [key.keyId, key]));
    if (tickKey !== null) keys.set(tickKey.keyId, tickKey);
    proven.forgetAll();
    loaded = true;
  }

  async function refresh(apiKeys: ApiKeys): Promise<void> {
    // While Redis is away a read waits for it; the next ones need not queue up behind.
    if (isReading) return;
    isReading = true;
    try {
      await read(apiKeys);
    } catch (error) {
      log.warn({ error }, 'could not read the API keys; keeping the last ones read');
    } finally {
      isReading = false;
    }
  }

  return {
    find(text = '') {
      const keyId = keyIdOf(text) ?? '';
      const key = keys.get(keyId);
      if (!proven.has(keyId, text)) {
        if (!keyHash.matches(text, key?.hash) || key === undefined) return null;
        proven.add(keyId, text);
      }
      return unexpired(key);
    },
    current: (keyId) => unexpired(keys.get(keyId)),
    isLoaded: () => loaded,
    async follow(apiKeys) {
      await read(apiKeys);
      timer = setInterval(() => void refresh(apiKeys), refreshMs);
    },
    learn(key) {
      learned.push(key);
      keys.set(key.keyId, key);
      proven.forgetAll();
    },
    close: () => clearInterval(timer),
  };
}

function unexpired(key: ApiKey | undefined): ApiKey | null {
  return key === undefined || (key.expiresAtMs !== null && key.expiresAtMs <= Date.now()) ? null : key;
}
