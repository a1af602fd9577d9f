import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ApiKeys, AuditTrail } from '../actors/ports/access.ts';
import type { Log } from '../actors/ports/observability.ts';
import type { FixedConfig } from '../config/configuration.ts';
import { type ApiKey, keyIdOf } from '../domain/api-key.ts';
import type { AuditEntry } from '../domain/audit.ts';
import type { LastingKey } from '../store/access/lasting-keys.ts';
import { generateKeyText, toApiKey } from '../store/access/make-key.ts';
import { onlyAtDebug } from './only-at-debug.ts';

/** A key that comes from outside Redis, and so outlives what Redis holds. */
export interface OwnKey {
  text: string;
  /** Under which it is listed. */
  name: string;
  /** Where it comes from, for people. */
  source: string;
  /** Whether it was made at this start. */
  isFresh: boolean;
}

/** Where the first key of a private monitor is kept. */
export function firstKeyPath(dataDir: string): string {
  return join(dataDir, 'first-key');
}

/**
 * The key of the environment; without one, and with a private Redis, the first key in the data directory, which is made
 * when there is no key at all yet. Null: all keys are in Redis only.
 */
export async function findOwnKey(config: FixedConfig, apiKeys: ApiKeys): Promise<OwnKey | null> {
  const name = 'MONITOR_API_KEY';
  if (config.apiKey !== null) return { text: config.apiKey, name, source: name, isFresh: false };
  if (config.redisUrl !== null) return null;
  const path = firstKeyPath(config.dataDir);
  const first = { name: 'first key', source: path };
  if (existsSync(path)) return { ...first, text: readKey(path), isFresh: false };
  if ((await apiKeys.all()).length > 0) return null;
  const text = generateKeyText();
  writeFileSync(path, `${text}\n`, { flag: 'wx', mode: 0o600 });
  return { ...first, text, isFresh: true };
}

function readKey(path: string): string {
  const text = readFileSync(path, 'utf8').trim();
  if (keyIdOf(text) !== null) return text;
  throw new Error(`${path} holds no key; remove it, and create keys with: npm start -- keys create`);
}

/** The own key as one that can be stored time and again; one that was revoked stays so, and that is said. */
export function toLastingKey(
  own: OwnKey,
  { apiKeys, auditTrail, log }: { apiKeys: ApiKeys; auditTrail: AuditTrail; log: Log },
): LastingKey {
  const key = toApiKey(own.text, { name: own.name });
  return {
    keyId: key.keyId,
    async provide() {
      const outcome = await apiKeys.provide(key);
      if (outcome.kind === 'provided') {
        if (outcome.isNew) {
          const audit = entryOf(key, own.source);
          await auditTrail.note(audit);
          // One that this start made is shown by the welcome.
          const noteLog = own.isFresh ? onlyAtDebug(log) : log;
          noteLog.info({ audit }, `audit: ${audit.act}`);
        }
        return true;
      }
      log.error(
        { keyId: key.keyId, revokedAt: new Date(outcome.atMs).toISOString() },
        `the key of ${own.source} was revoked and is not valid: create another with "keys generate" and configure it`,
      );
      return false;
    },
  };
}

/** A key that this Redis did not know: at the first start with it, or after Redis forgot it. */
function entryOf({ keyId, name }: ApiKey, source: string): AuditEntry {
  return {
    ...{ act: 'key-provided', target: keyId, detail: `${name}: from ${source}` },
    by: { keyId: null, name: 'start of a node' },
    from: hostname(),
    failedBecause: null,
  };
}
