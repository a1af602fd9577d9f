import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BeatOutcome } from '../../../src/actors/ports/heartbeats.ts';
import { blindAfterMs, openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const beat = (instanceId: string, metadata: object | null = null) =>
  store.beats.receive(0, [{ instanceId, metadata: metadata && JSON.stringify(metadata) }]);
const tick = () => store.tick();
const stampOf = async (instanceId: string) => Number(await store.client.zscore(store.keys.seen, instanceId));
const timerOf = async (instanceId: string) => Number(await store.client.zscore(store.keys.timer, instanceId));
const ledger = () => store.client.zrange(store.keys.blind, '0', '-1');
const isNews = (outcome: BeatOutcome | undefined) =>
  outcome?.kind === 'received' ? outcome.isNews : 'unknown';
const heldTick = async () => Number(await store.client.hget(store.keys.clock, 'tick'));

describe('a heartbeat', () => {
  test('is stamped with the time at which Redis took it', async () => {
    const { instanceId, registeredAtMs } = await store.appear('orders');
    const { nowMs, outcomes } = await beat(instanceId);
    expect(outcomes).toEqual([
      { kind: 'received', serviceStatus: 'Pending', expectedIntervalMs: 1_000, isNews: true },
    ]);
    expect(await stampOf(instanceId)).toBe(nowMs);
    expect(nowMs).toBeGreaterThanOrEqual(registeredAtMs);
    expect((await store.view(instanceId)).state.hasBeaten).toBe(true);
  });

  test('of an unknown instance leaves nothing behind', async () => {
    const unregistered = store.ids.instanceId(store.ids.serviceId('orders', 'test'), 'nobody');
    const before = await store.client.keys('*');
    expect((await beat(unregistered, { cpu: 1 })).outcomes).toEqual([{ kind: 'unknown-instance' }]);
    expect((await store.client.keys('*')).sort()).toEqual(before.sort());
  });

  test.each(['Stopped', 'Replaced'] as const)('of an instance that is %s is unknown', async (status) => {
    const instance = await store.appear('orders');
    await store.step(instance, status);
    expect((await beat(instance.instanceId, { cpu: 1 })).outcomes).toEqual([{ kind: 'unknown-instance' }]);
    expect(await store.client.zscore(store.keys.seen, instance.instanceId)).toBeNull();
    expect(await store.client.hget(store.keys.lastHeartbeats, instance.instanceId)).toBeNull();
  });

  test.each(['Pending', 'Degraded', 'Down'] as const)(
    'wakes an instance that is %s, once',
    async (status) => {
      const instance = await store.appear('orders');
      if (status !== 'Pending') await store.step(instance, status);
      const { nowMs, outcomes } = await beat(instance.instanceId);
      expect(isNews(outcomes[0])).toBe(true);
      expect(await timerOf(instance.instanceId)).toBe(nowMs);
      expect(isNews((await beat(instance.instanceId)).outcomes[0])).toBe(false);
    },
  );

  test.each(['Healthy', 'Recovered'] as const)(
    'is no news of an instance that is %s, and leaves its timer',
    async (status) => {
      const instance = await store.appear('orders');
      await store.step(instance, status);
      const timerAtMs = await timerOf(instance.instanceId);
      expect(isNews((await beat(instance.instanceId)).outcomes[0])).toBe(false);
      expect(await timerOf(instance.instanceId)).toBe(timerAtMs);
    },
  );

  test('twice in one call and twice in one millisecond is known both times, and wakes once', async () => {
    const { instanceId } = await store.appear('orders');
    const { outcomes } = await store.beats.receive(0, [
      { instanceId, metadata: '{"n":1}' },
      { instanceId, metadata: '{"n":2}' },
    ]);
    expect(outcomes.map(isNews)).toEqual([true, false]);
    expect((await store.readings.instance(instanceId))?.lastHeartbeat).toEqual({ n: 2 });
  });

  test('without metadata keeps those of the one before', async () => {
    const { instanceId } = await store.appear('orders');
    const metadata = { cpu: 12.5, text: 'ä "quoted" \\ \u2028', nested: { deep: [1, null] } };
    await beat(instanceId, metadata);
    await beat(instanceId);
    expect((await store.readings.instance(instanceId))?.lastHeartbeat).toEqual(metadata);
  });

  test('brings metadata that are read with every digit, whatever their keys are called', async () => {
    const { instanceId } = await store.appear('orders');
    const metadata = '{"requests_per_minute":9223372036854775807,"x":1.0,"__proto__":1e2,"constructor":-0}';
    await store.beats.receive(0, [{ instanceId, metadata }]);
    const { lastHeartbeat } = (await store.readings.instance(instanceId)) ?? {};
    expect(JSON.stringify(lastHeartbeat)).toBe(metadata);
  });
});

test('two hundred heartbeats in one call get each its own true answer', async () => {
  const asked: { instanceId: string; expected: BeatOutcome }[] = [];
  for (let i = 0; i < 200; i++) {
    const name = `service-${i % 7}`;
    if (i % 5 === 4) {
      const instanceId = store.ids.instanceId(store.ids.serviceId(name, 'test'), `nobody-${i}`);
      asked.push({ instanceId, expected: { kind: 'unknown-instance' } });
      continue;
    }
    const { instanceId, serviceId } = await store.appear(name, `key-${i}`);
    await store.client.hset(store.keys.instance(instanceId), 'registrantIntervalMs', 1_000 + i);
    const serviceStatus = i % 7 === 0 ? 'Down' : 'Healthy';
    await store.client.hset(store.keys.statuses, serviceId, serviceStatus);
    const isNews = i % 2 === 0;
    if (!isNews) await store.client.srem(store.keys.wake, instanceId);
    asked.push({
      instanceId,
      expected: { kind: 'received', serviceStatus, expectedIntervalMs: 1_000 + i, isNews },
    });
  }
  const beats = asked.map(({ instanceId }, i) => ({ instanceId, metadata: JSON.stringify({ i }) }));
  const { nowMs, outcomes } = await store.beats.receive(0, beats);
  expect(outcomes).toEqual(asked.map(({ expected }) => expected));
  for (const [i, { instanceId, expected }] of asked.entries()) {
    if (expected.kind === 'unknown-instance') continue;
    expect(await stampOf(instanceId)).toBe(nowMs);
    expect((await store.readings.instance(instanceId))?.lastHeartbeat).toEqual({ i });
  }
});

describe('the blind ledger', () => {
  test('gets a gap longer than blindAfter once, however many find it at the same time', async () => {
    const { instanceId } = await store.appear('orders');
    // Who is met for the first time is looked up before, and comes after the others.
    await beat(instanceId);
    await store.client.hincrby(store.keys.clock, 'tick', -5_000);
    const from = await heldTick();
    const receipts = await Promise.all([beat(instanceId), tick(), tick(), beat(instanceId)]);
    const found = receipts.map((receipt) => receipt.blindMs);
    expect(found.slice(1)).toEqual([0, 0, 0]);
    expect(found[0]).toBe((receipts[0]?.nowMs ?? 0) - from);
    expect(await ledger()).toEqual([`${from}:${receipts[0]?.nowMs}`]);
    expect((await tick()).blindMs).toBe(0);
  });

  test('is told to a check only if the gap ended after the last sign of life', async () => {
    const { instanceId } = await store.appear('orders');
    await store.passTime(blindAfterMs + 1_000, true);
    await tick();
    expect((await store.checks.read(instanceId)).gaps).toHaveLength(1);
    await beat(instanceId);
    expect((await store.checks.read(instanceId)).gaps).toEqual([]);
  });

  test('gets nothing while the ticks keep coming', async () => {
    for (let i = 0; i < 5; i++) {
      await store.client.hincrby(store.keys.clock, 'tick', -blindAfterMs + 500);
      expect((await tick()).blindMs).toBe(0);
    }
    expect(await ledger()).toEqual([]);
  });

  test('counts a tick from its sending: what was sent later may still be on its way', async () => {
    const { instanceId } = await store.appear('orders');
    const sentAtMs = await store.beats.now(0);
    await store.client.hincrby(store.keys.clock, 'offset', 2_000);
    const { nowMs } = await store.beats.receive(0, [], sentAtMs);
    expect(nowMs - sentAtMs).toBeGreaterThanOrEqual(2_000);
    expect((await store.checks.read(instanceId)).tickAtMs).toBe(sentAtMs);
    // One that was sent before, by another node, and comes later takes nothing back.
    await store.beats.receive(0, [{ instanceId, metadata: null }], sentAtMs - 1_000);
    expect(await heldTick()).toBe(sentAtMs);
  });

  test('gets the time in which ticks are held up as long as heartbeats', async () => {
    const ticks: number[] = [];
    for (let i = 0; i < 4; i++) {
      const sentAtMs = await store.beats.now(0);
      await store.client.hincrby(store.keys.clock, 'offset', blindAfterMs - 500);
      ticks.push((await store.beats.receive(0, [], sentAtMs)).blindMs);
    }
    // Each was answered in less than counts as blind, but between any two of them twice that time passed.
    expect(ticks.map((blindMs) => blindMs > 0)).toEqual([false, true, false, true]);
  });

  test('begins with the first tick: what was before is not known to be silence', async () => {
    await store.client.del(store.keys.clock);
    expect((await tick()).blindMs).toBe(0);
    expect(await ledger()).toEqual([]);
  });
});

describe('the clock', () => {
  test('goes on from where it was, and not back, when the time of Redis does', async () => {
    const aheadMs = (await tick()).nowMs + 60_000;
    await store.client.hset(store.keys.clock, 'tick', aheadMs);
    const { instanceId } = await store.appear('orders');
    const times = [(await store.view(instanceId)).nowMs];
    const first = await tick();
    expect(first.blindMs).toBe(0);
    times.push(await heldTick(), first.nowMs, (await beat(instanceId)).nowMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const ms of times) expect(ms).toBeGreaterThanOrEqual(aheadMs);
    for (const ms of times) expect(ms).toBeLessThan(aheadMs + 5_000);
    const offset = Number(await store.client.hget(store.keys.clock, 'offset'));
    expect(offset).toBeGreaterThan(59_000);
    expect(offset).toBeLessThanOrEqual(60_000);
  });

  test('does not go back while no heartbeat can arrive either', async () => {
    const { instanceId } = await store.appear('orders');
    await store.passTime(3_600_000, true);
    const laterMs = (await store.view(instanceId)).nowMs;
    await store.client.hincrby(store.keys.clock, 'offset', -1_800_000);
    const backMs = (await store.view(instanceId)).nowMs;
    expect(backMs).toBeGreaterThan(laterMs - 100);
    expect(backMs).toBeLessThan(laterMs + 5_000);
  });

  test('goes on from where it was: an offset counts in everything that is read', async () => {
    const { nowMs } = await tick();
    await store.passTime(3_600_000);
    const { instanceId } = await store.appear('orders');
    const readMs = (await store.view(instanceId)).registeredAtMs - nowMs;
    expect(readMs).toBeGreaterThanOrEqual(3_600_000);
    expect(readMs).toBeLessThan(3_605_000);
  });
});
