import { randomBytes } from 'node:crypto';
import type { MakeKey } from '../../actors/ports/access.ts';
import { type ApiKey, keyIdOf, keyText, scopes } from '../../domain/api-key.ts';
import { keyHash } from '../../key-hash.ts';

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
    hash: keyHash.of(text),
    scopes: [...scopes],
    environments: [],
    services: [],
    createdAtMs: Date.now(),
    expiresAtMs: null,
    maxInstances: null,
    ...more,
  };
}

/** A fresh key and its record. */
export const makeKey: MakeKey = (wanted) => {
  const text = generateKeyText();
  return { key: toApiKey(text, wanted), text };
};
