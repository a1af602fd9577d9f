import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliveryMember } from '../../../src/store/notifications/delivery-member.ts';
import { rowFor } from '../notifications/notification-row.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

test('what is overdue is lent once, and again after as long', async () => {
  const { serviceId, nowMs } = await store.appear('orders');
  await store.client.zadd(store.keys.serviceTimer, nowMs + 1_301, serviceId);
  expect(await store.overdue.services(1_000)).toEqual([]);
  await store.passTime(1_301 + 1_001);
  const taken = await Promise.all(Array.from({ length: 10 }, () => store.overdue.services(1_000)));
  expect(taken.flat()).toEqual([serviceId]);
  await store.passTime(500);
  expect(await store.overdue.services(1_000)).toEqual([]);
  await store.passTime(501);
  expect(await store.overdue.services(1_000)).toEqual([serviceId]);
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

test('a delivery comes back with its channel and the attempts that were made', async () => {
  const row = rowFor(store, { channelId: 'ops-mail', attempts: 3, nextAttemptAtMs: 5 });
  await store.notifications.plan([row]);
  const { notificationId } = row;
  const found = [{ channelId: 'ops-mail', notificationId, attempts: 3 }];
  expect(await store.overdue.deliveries(1_000)).toEqual(found);
  expect(await store.overdue.untouched(found)).toEqual(found);
  await store.notifications.claim(notificationId, 'token', 20_000);
  expect(await store.overdue.untouched(found)).toEqual([]);
});

test('a delivery whose row is gone or settled is dropped from the timer', async () => {
  const settled = rowFor(store, { state: 'sent', nextAttemptAtMs: null });
  await store.notifications.plan([settled]);
  await store.client.zadd(store.keys.deliveries, 5, deliveryMember(settled), 6, 'hook/nothing', 7, 'what');
  expect(await store.overdue.deliveries(1_000)).toEqual([]);
  expect(await store.client.exists(store.keys.deliveries)).toBe(0);
});
