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

test('the audit keeps the newest 20,000 entries, and little more', async () => {
  const trail = createAuditTrail(store.client);
  for (let i = 0; i < 21_000; i += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, k) => trail.note(entry(String(i + k)))));
  }
  const length = await store.client.xlen(globalKeys.audit);
  expect(length).toBeGreaterThanOrEqual(20_000);
  expect(length).toBeLessThan(20_200);
  const { items } = await trail.list({ limit: 2, after: null });
  expect(items.map(({ target }) => target)).toEqual(['20999', '20998']);
  expect(await store.client.memory('USAGE', globalKeys.audit, 'SAMPLES', 0)).toBeLessThan(8_000_000);
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
