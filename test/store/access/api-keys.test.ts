import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiKeys } from '../../../src/store/access/api-keys.ts';
import { generateKeyText, toApiKey } from '../../../src/store/access/make-key.ts';
import { globalKeys } from '../../../src/store/keys.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

test('a key is kept as it was saved, its secret is not', async () => {
  const apiKeys = createApiKeys(store.client);
  const text = generateKeyText();
  const key = toApiKey(text, { name: 'ci ä', scopes: ['ingest'], environments: ['prod*'], expiresAtMs: 5 });
  await apiKeys.save(key);
  expect(await apiKeys.all()).toEqual([key]);
  const stored = JSON.stringify(await store.client.hgetall(globalKeys.apiKeys));
  expect(stored).not.toContain(text.slice(-43));
});

test('a key that is saved twice is one key', async () => {
  const apiKeys = createApiKeys(store.client);
  const text = generateKeyText();
  await apiKeys.save(toApiKey(text, { name: 'before' }));
  await apiKeys.save(toApiKey(text, { name: 'after' }));
  expect((await apiKeys.all()).map((key) => key.name)).toEqual(['after']);
});

test('a revoked key is gone, the others stay; revoking it again finds nothing', async () => {
  const apiKeys = createApiKeys(store.client);
  const [one, two] = [generateKeyText(), generateKeyText()].map((text, i) =>
    toApiKey(text, { name: `key ${i}` }),
  );
  if (!one || !two) throw new Error('two keys were made');
  await apiKeys.save(one);
  await apiKeys.save(two);
  expect(await apiKeys.revoke(one.keyId)).toBe(true);
  expect(await apiKeys.all()).toEqual([two]);
  expect(await apiKeys.revoke(one.keyId)).toBe(false);
});

test('a key that was revoked is not provided again, and one that is provided meanwhile does not come back', async () => {
  const apiKeys = createApiKeys(store.client);
  const [one, two] = [generateKeyText(), generateKeyText()].map((text) => toApiKey(text, { name: 'own' }));
  if (!one || !two) throw new Error('two keys were made');
  expect(await apiKeys.provide(one)).toEqual({ kind: 'provided', isNew: true });
  expect(await apiKeys.provide(one)).toEqual({ kind: 'provided', isNew: false });
  expect(await apiKeys.provide(two)).toEqual({ kind: 'provided', isNew: true });
  await apiKeys.revoke(one.keyId);
  expect(await apiKeys.provide(one)).toEqual({ kind: 'revoked', atMs: expect.any(Number) });
  // A node that had asked just before the revocation writes just after it.
  await apiKeys.save(one);
  expect(await apiKeys.all()).toEqual([two]);
});

test('a key that is provided again keeps the limit that an operator gave it', async () => {
  const apiKeys = createApiKeys(store.client);
  const key = toApiKey(generateKeyText(), { name: 'own' });
  await apiKeys.provide(key);
  await apiKeys.save({ ...key, maxInstances: 7 });
  await apiKeys.provide({ ...key, name: 'renamed', createdAtMs: key.createdAtMs + 1 });
  expect(await apiKeys.all()).toEqual([{ ...key, name: 'renamed', maxInstances: 7 }]);
});
