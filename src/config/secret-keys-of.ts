import type { SettingReader } from './setting-reader.ts';

const keyBytes = 32;
const aKey = 'must be the base64 of 32 random bytes; create one with: openssl rand -base64 32';

/** The keys of stored secrets: the one that encrypts, then those before it. */
export function secretKeysOf(from: SettingReader): string[] {
  const key = from.optional('secretKey');
  const previous = from.text('previousSecretKeys').split(',');
  const older = previous.map((one) => one.trim()).filter(Boolean);
  if (key !== null && !isKey(key)) from.fail('secretKey', aKey);
  if (!older.every(isKey))
    from.fail('previousSecretKeys', `must be such keys, separated by commas: each ${aKey}`);
  if (key === null && older.length > 0)
    from.fail('previousSecretKeys', 'is set, but MONITOR_SECRET_KEY is not: set the key that encrypts');
  return key === null ? [] : [key, ...older];
}

function isKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === keyBytes;
}
