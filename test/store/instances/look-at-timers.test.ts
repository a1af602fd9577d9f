import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lookAtTimers } from '../../../src/store/instances/look-at-timers.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

test.each(['timer', 'serviceTimer', 'deliveries'] as const)(
  'what is due by %s is seen from its time on, and not before',
  async (timer) => {
    const nowMs = Number(await store.client.time().then(([seconds]) => seconds)) * 1000;
    expect(await lookAtTimers(store.client, store.keys)).toBe('none');
    await store.client.zadd(store.keys[timer], nowMs + 3_600_000, 'later');
    expect(await lookAtTimers(store.client, store.keys)).toBe('later');
    await store.client.zadd(store.keys[timer], nowMs - 1, 'due');
    expect(await lookAtTimers(store.client, store.keys)).toBe('due');
  },
);
