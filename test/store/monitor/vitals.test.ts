import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Claim } from '../../../src/actors/ports/notifications.ts';
import { createVitals } from '../../../src/store/monitor/vitals.ts';
import { agreePartitionCount } from '../../../src/store/schema/first-start.ts';
import { eventually } from '../../support/eventually.ts';
import { rowFor } from '../notifications/notification-row.ts';
import { blindAfterMs, openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
let nodes = 0;
beforeAll(async () => {
  store = await openStore();
});
beforeEach(async () => {
  await store.reset();
  await agreePartitionCount(store.client, 1);
});
afterAll(() => store.close());

const minuteMs = 60_000;
const quotas = { instances: 10, servicesPerMinute: 0 };
const open = (channelIds = ['hook'], lossToldForMs = 0) =>
  createVitals(store.client, store.partitions, {
    nodeId: `node-${nodes++}`,
    channelIds: () => channelIds,
    blindAfterMs: () => blindAfterMs,
    lossToldForMs,
    quotas,
  });

async function claimed(notificationId: string): Promise<Claim> {
  const outcome = await store.notifications.claim(notificationId, 'me', 20_000);
  if (outcome.kind !== 'claimed') throw new Error(`not claimed but ${outcome.kind}`);
  return outcome.claim;
}

test('a monitor that is new has nothing to say of itself', async () => {
  expect(await open().read()).toEqual({
    blindMs: 0,
    refusals: [],
    locks: [],
    repairedMinutes: 0,
    lostState: null,
    channels: [{ channelId: 'hook', sentAgoMs: null, failingForMs: null, deadAgoMs: null, stuckForMs: null }],
    memory: null,
    keyUsage: [],
    differences: { now: [], lasting: [] },
  });
});

describe('blind time', () => {
  test('is that of the last five minutes, and that which goes on', async () => {
    await store.passTime(90_000, true);
    const { blindMs } = await open().read();
    expect(Math.round(blindMs / 1_000)).toBe(90);
    await store.tick();
    await store.passTime(4 * minuteMs);
    expect(Math.round((await open().read()).blindMs / 1_000)).toBe(60);
    await store.passTime(2 * minuteMs);
    expect((await open().read()).blindMs).toBe(0);
  });
});

test('repairs count by the minutes in which there were some, and roll-ups of services are none', async () => {
  for (let minute = 0; minute < 3; minute++) {
    const { instanceId, nowMs } = await store.appear('orders', `key-${minute}`);
    await store.client.zadd(store.keys.timer, nowMs - 5_000, instanceId);
    expect((await store.checks.lease(0, 1_000)).instances).toMatchObject([{ instanceId }]);
    await store.overdue.repaired(1);
    await store.client.zadd(store.keys.serviceTimer, nowMs - 5_000, 'service');
    expect(await store.overdue.services(0)).toEqual(['service']);
    await store.client.del(store.keys.timer);
    expect((await open().read()).repairedMinutes).toBe(minute + 1);
    await store.passTime(minuteMs);
  }
  await store.passTime(3 * minuteMs);
  expect((await open().read()).repairedMinutes).toBe(1);
});

describe('a channel', () => {
  const channel = async () => (await open().read()).channels[0];

  test('fails since its first failed attempt, until one goes out', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    await store.notifications.retry(await claimed(row.notificationId), 5_000, 'answered 503');
    await store.passTime(5_000);
    await store.notifications.retry(await claimed(row.notificationId), 5_000, 'answered 503');
    const failing = await channel();
    expect(failing?.failingForMs).toBeGreaterThanOrEqual(5_000);
    expect(failing).toMatchObject({ unsent: 1, lastError: 'answered 503' });
    await store.passTime(5_000);
    await store.notifications.sent(await claimed(row.notificationId), null);
    const after = await channel();
    expect(after?.failingForMs).toBeNull();
    expect([after?.unsent, after?.lastError]).toEqual([undefined, undefined]);
    expect(after?.sentAgoMs).toBeLessThan(1_000);
  });

  test('remembers what it gave up', async () => {
    const row = rowFor(store);
    await store.notifications.plan([row]);
    await store.notifications.dead(await claimed(row.notificationId), 'gone');
    await store.passTime(7_000);
    const { deadAgoMs, failingForMs } = (await channel()) ?? {};
    expect(Math.floor((deadAgoMs ?? 0) / 1_000)).toBe(7);
    expect(failingForMs).toBeNull();
  });

  test('that is not configured is no fault, and one that is has been stuck as long as its oldest message is due', async () => {
    const { nowMs } = await store.appear('orders');
    const [row, gone] = ['hook', 'pager'].map((channelId) =>
      rowFor(store, { channelId, nextAttemptAtMs: nowMs }, channelId),
    );
    if (row === undefined || gone === undefined) throw new Error('two were asked for');
    await store.notifications.plan([row, gone]);
    await store.passTime(minuteMs);
    // The sweep leases it again and again; that does not make it younger.
    expect(await store.overdue.deliveries(1_000)).toHaveLength(2);
    const { channels } = await open().read();
    expect(channels.map(({ channelId }) => channelId)).toEqual(['hook']);
    expect(Math.round((channels[0]?.stuckForMs ?? 0) / 1_000)).toBe(60);
  });

  test('with a message whose next attempt is still to come has none that is stuck', async () => {
    const row = rowFor(store, { nextAttemptAtMs: 9_999_999_999_999 });
    await store.notifications.plan([row]);
    expect((await channel())?.stuckForMs).toBeNull();
  });
});

describe('lost state', () => {
  test('is found by the node that was there, and only once', async () => {
    const vitals = open();
    expect((await vitals.read()).lostState).toBeNull();
    expect((await vitals.read()).lostState).toBeNull();
    await store.client.flushdb();
    expect((await vitals.read()).lostState).toMatch(/^Redis came back empty/);
    expect((await vitals.read()).lostState).toBeNull();
    expect((await open().read()).lostState).toBeNull();
  });

  test('is told for a while, so that who looks now and then sees it', async () => {
    const vitals = open(['hook'], 200);
    await vitals.read();
    await store.client.flushdb();
    expect((await vitals.read()).lostState).not.toBeNull();
    expect((await vitals.read()).lostState).not.toBeNull();
    await eventually('it is over', async () => (await vitals.read()).lostState === null);
  });

  test('is told with its length when Redis comes back with an older state', async () => {
    const vitals = open();
    await vitals.read();
    const key = (await store.client.keys(store.keys.mark('*')))[0] ?? '';
    const older = Number(await store.client.get(key));
    await vitals.read();
    await vitals.read();
    await store.client.set(key, older - 30_000);
    expect((await vitals.read()).lostState).toMatch(/^Redis has lost what was written in 30 s/);
    expect((await vitals.read()).lostState).toBeNull();
  });

  test('is not told for the moment that a failover may lose', async () => {
    const vitals = open();
    await vitals.read();
    const key = (await store.client.keys(store.keys.mark('*')))[0] ?? '';
    const first = (await store.client.get(key)) ?? '';
    await vitals.read();
    await store.client.set(key, first);
    expect((await vitals.read()).lostState).toBeNull();
  });
});

test('memory is measured against the limit of Redis, where it has one', async () => {
  await store.client.config('SET', 'maxmemory', '512mb');
  try {
    const { memory } = await open().read();
    expect(memory?.limitBytes).toBe(512 * 1024 ** 2);
    expect(memory?.usedBytes).toBeGreaterThan(100_000);
  } finally {
    await store.client.config('SET', 'maxmemory', '0');
  }
});
