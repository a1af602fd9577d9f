import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretKeys } from '../../../src/channels/stored/secret-keys.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const place = { channelId: 'chat', field: 'url' };
const secret = 'https://chat.example.com/hooks/geheim ✓';

test('a sealed value opens with the key that sealed it, and holds nothing readable', () => {
  const keys = createSecretKeys([first]);
  const sealed = keys.seal(secret, place);
  expect(keys.open(sealed, place)).toBe(secret);
  expect(JSON.stringify(sealed)).not.toContain('geheim');
  expect(Buffer.from(sealed.sealed, 'base64').toString('latin1')).not.toContain('geheim');
  expect(sealed.keyId).toBe(keys.ids[0]);
  // The same text twice is not the same when it is sealed.
  expect(keys.seal(secret, place)).not.toEqual(sealed);
});

test('the first key seals, and all open', () => {
  const before = createSecretKeys([first]).seal(secret, place);
  const rotated = createSecretKeys([second, first]);
  expect(rotated.open(before, place)).toBe(secret);
  const after = rotated.seal(secret, place);
  expect(after.keyId).toBe(createSecretKeys([second]).ids[0]);
  expect(createSecretKeys([second]).open(after, place)).toBe(secret);
});

test('nothing opens with another key, in another place, or after one bit was changed', () => {
  const keys = createSecretKeys([first]);
  const sealed = keys.seal(secret, place);
  expect(createSecretKeys([second]).open(sealed, place)).toBeNull();
  // Of another key that has the same id.
  expect(
    createSecretKeys([second]).open({ ...sealed, keyId: createSecretKeys([second]).ids[0] ?? '' }, place),
  ).toBeNull();
  expect(keys.open(sealed, { ...place, channelId: 'other' })).toBeNull();
  expect(keys.open(sealed, { ...place, field: 'token' })).toBeNull();
  const bytes = Buffer.from(sealed.sealed, 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(keys.open({ ...sealed, sealed: changed.toString('base64') }, place)).toBeNull();
  }
  for (const length of [0, 8, 15, 16]) {
    const cut = bytes.subarray(0, length).toString('base64');
    expect(keys.open({ ...sealed, sealed: cut }, place)).toBeNull();
  }
  expect(keys.open({ ...sealed, nonce: '' }, place)).toBeNull();
});

test('without a key nothing can be sealed', () => {
  const none = createSecretKeys([]);
  expect(none.ids).toEqual([]);
  expect(() => none.seal(secret, place)).toThrow('no key');
});
