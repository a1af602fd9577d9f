import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore, type TestStore } from './open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

test('what is overdue is lent once, and again after as long', async () => {
  const { instanceId } = await store.appear('orders');
  expect(await store.overdue.instances(1_000)).toEqual([]);
  await store.passTime(1_301 + 1_001);
  const taken = await Promise.all(Array.from({ length: 10 }, () => store.overdue.instances(1_000)));
  expect(taken.flat()).toEqual([instanceId]);
  await store.passTime(500);
  expect(await store.overdue.instances(1_000)).toEqual([]);
  await store.passTime(501);
  expect(await store.overdue.instances(1_000)).toEqual([instanceId]);
});

test('five hundred are taken at a time, the most overdue first', async () => {
  const { nowMs } = await store.appear('orders');
  const members = Array.from({ length: 700 }, (_, i) => [nowMs - 10_000 + i, `service-${i}`]).flat();
  await store.client.zadd(store.keys.serviceTimer, ...members);
  const first = await store.overdue.services(100);
  expect(first).toHaveLength(500);
  expect(first[0]).toBe('service-0');
  expect(await store.overdue.services(100)).toHaveLength(200);
  expect(await store.overdue.services(100)).toEqual([]);
});

test('a delivery comes back with its channel', async () => {
  const notificationId = store.ids.notificationId(store.ids.serviceId('a', 'b'), 'down', 'ops-mail');
  await store.client.zadd(store.keys.deliveries, 5, `ops-mail/${notificationId}`);
  expect(await store.overdue.deliveries(1_000)).toEqual([{ channelId: 'ops-mail', notificationId }]);
});
