import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/domain/audit.ts';
import { createAuditTrail } from '../../../src/store/access/audit-trail.ts';
import { globalKeys } from '../../../src/store/keys.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const entry = (target: string): AuditEntry => ({
  ...{ act: 'key-created', target, detail: null, from: '192.0.2.7', failedBecause: null },
  by: { keyId: null, name: 'Ada' },
});

test('while no worker removes old entries, the audit keeps the newest 100,000, and little more', async () => {
  const trail = createAuditTrail(store.client);
  const many = "for i = 1, 100000 do redis.call('XADD', KEYS[1], '*', 'entry', ARGV[1]) end";
  await store.client.eval(many, 1, globalKeys.audit, JSON.stringify(entry('before')));
  for (let i = 0; i < 500; i++) await trail.note(entry(String(i)));
  const length = await store.client.xlen(globalKeys.audit);
  expect(length).toBeGreaterThanOrEqual(100_000);
  expect(length).toBeLessThan(100_200);
  const { items } = await trail.list({ limit: 2, after: null });
  expect(items.map(({ target }) => target)).toEqual(['499', '498']);
  expect(await store.client.memory('USAGE', globalKeys.audit, 'SAMPLES', 0)).toBeLessThan(40_000_000);
});

test('entries of one millisecond are all listed, each once, whatever the page', async () => {
  await store.client.del(globalKeys.audit);
  const trail = createAuditTrail(store.client);
  await Promise.all(Array.from({ length: 7 }, (_, i) => trail.note(entry(String(i)))));
  const found: (string | null)[] = [];
  let after: string | null = null;
  do {
    const page = await trail.list({ limit: 2, after });
    found.push(...page.items.map(({ target }) => target));
    after = page.next;
  } while (after !== null);
  expect(found).toEqual(['6', '5', '4', '3', '2', '1', '0']);
});
