import { createHash, randomBytes } from 'node:crypto';
import type { ApiKeys } from '../actors/ports-of-keys.ts';
import type { IssueKey } from '../actors/ports-of-operating.ts';
import { type ApiKey, keyIdOf, keyText, scopes } from '../domain/api-key.ts';

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A fresh key; its text exists only here and with whom it is shown to. */
export function generateKeyText(): string {
  const keyId = Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('');
  return keyText(keyId, randomBytes(32).toString('base64url'));
}

/** The record under which a key is stored. */
export function toApiKey(text: string, more: Partial<ApiKey> & { name: string }): ApiKey {
  const keyId = keyIdOf(text);
  if (keyId === null) throw new Error('this text is not a key');
  return {
    keyId,
    hash: createHash('sha256').update(text).digest('hex'),
    scopes: [...scopes],
    environments: [],
    services: [],
    createdAtMs: Date.now(),
    expiresAtMs: null,
    maxInstances: null,
    ...more,
  };
}

/** Makes keys and keeps them. */
export function createIssueKey(apiKeys: ApiKeys): IssueKey {
  return async (wanted) => {
    const text = generateKeyText();
    const key = toApiKey(text, wanted);
    await apiKeys.save(key);
    return { key, text };
  };
}
