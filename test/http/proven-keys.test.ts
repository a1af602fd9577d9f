import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiKey } from '../../src/domain/api-key.ts';
import { openKeyRing } from '../../src/http/key-ring.ts';
import { keyHash } from '../../src/key-hash.ts';
import { generateKeyText, toApiKey } from '../../src/store/access/make-key.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function ringOf(stored: ApiKey[]) {
  const ring = openKeyRing(null, log);
  await ring.follow({ all: async () => [...stored] } as never);
  return ring;
}

test('a key that was found right is hashed once until the keys are read again', async () => {
  const text = generateKeyText();
  const ring = await ringOf([toApiKey(text, { name: 'test' })]);
  const hashed = vi.spyOn(keyHash, 'matches');
  for (let i = 0; i < 10; i++) expect(ring.find(text)).not.toBe(null);
  expect(hashed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ring.find(text)).not.toBe(null);
  expect(hashed).toHaveBeenCalledTimes(2);
  ring.close();
});

test('a key that was found right and then revoked is refused from the next read on', async () => {
  const text = generateKeyText();
  const stored = [toApiKey(text, { name: 'test' })];
  const ring = await ringOf(stored);
  expect(ring.find(text)).not.toBe(null);
  stored.length = 0;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ring.find(text)).toBe(null);
  ring.close();
});

test('a key that was found right and has got another secret since is refused with the old one', async () => {
  const text = generateKeyText();
  const [key, another] = [toApiKey(text, { name: 'test' }), toApiKey(generateKeyText(), { name: 'test' })];
  const ring = await ringOf([key]);
  expect(ring.find(text)).not.toBe(null);
  ring.learn({ ...key, hash: another.hash });
  expect(ring.find(text)).toBe(null);
  ring.close();
});

test('a key that was found right ends when it expires, though it is not read again', async () => {
  const text = generateKeyText();
  const ring = await ringOf([{ ...toApiKey(text, { name: 'test' }), expiresAtMs: Date.now() + 500 }]);
  expect(ring.find(text)).not.toBe(null);
  vi.advanceTimersByTime(501);
  expect(ring.find(text)).toBe(null);
  ring.close();
});

test('beside a key that was found right, another secret with its public id is refused', async () => {
  const text = generateKeyText();
  const ring = await ringOf([toApiKey(text, { name: 'test' })]);
  expect(ring.find(text)).not.toBe(null);
  const wrong = `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`;
  for (const refused of [wrong, text.slice(0, -1), `${text}A`, '', '\0'.repeat(56), undefined])
    expect(ring.find(refused)).toBe(null);
  ring.close();
});
