import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCheckInstance } from '../../src/actors/check-instance.ts';
import { createStopInstance } from '../../src/actors/operating/stop-instance.ts';
import type { InstanceChanged } from '../../src/domain/events.ts';
import { rulesFor, type ServiceName } from '../../src/domain/policy.ts';
import { blindAfterMs } from '../store/open-store.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;
let instanceId: string;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(async () => {
  await actors.reset();
  ({ instanceId } = await actors.register('orders', 'one'));
  await actors.beat(instanceId);
});
afterAll(() => actors.close());

const lateMs = timing.intervalMs + timing.graceMs + 1;
const timerAtMs = async () => Number(await actors.client.zscore(actors.keys.timer, instanceId));
const state = async () => (await actors.view(instanceId)).state;
const history = async () =>
  (await actors.read('history'))
    .filter((event): event is InstanceChanged => event.type === 'instance.changed')
    .map(({ from, to, atMs }) => ({ from, to, atMs }));

/** What a check judges by, with other ports. */
const judging = () => ({
  rulesOf: (name: ServiceName) => rulesFor(timing, [], name),
  ...{ checkQueue: actors.checkQueue, meter: actors.meter, blindAfterMs: () => blindAfterMs },
});

describe('a check', () => {
  test('of an instance that is on time sets its timer to the moment at which it would be late', async () => {
    const { silentSinceMs } = await state();
    const outcome = await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Healthy');
    expect(await timerAtMs()).toBe(silentSinceMs + lateMs);
    expect(outcome).toMatchObject({ kind: 'again', nextCheckAtMs: silentSinceMs + lateMs });
    const { delayMs = 0 } = actors.armed.at(-1) ?? {};
    expect(delayMs).toBeGreaterThan(lateMs - 500);
    expect(delayMs).toBeLessThanOrEqual(lateMs);
  });

  test('that is a deregistration is made again when a heartbeat came in between', async () => {
    const { checks, checkQueue, meter, beats } = actors;
    let reads = 0;
    const stopInstance = createStopInstance({
      checks: {
        ...checks,
        async read(id) {
          const view = await checks.read(id);
          await actors.passTime(10);
          if (reads++ === 0) await beats.receive(0, [{ instanceId: id, metadata: null }]);
          return view;
        },
      },
      ...{ rulesOf: (name) => rulesFor(timing, [], name), meter, checkQueue },
    });
    expect(await stopInstance(instanceId)).toEqual({ kind: 'stopped' });
    expect(reads).toBe(2);
    expect(await actors.status(instanceId)).toBe('Stopped');
  });

  test('that was outrun looks again, and leaves the timer that was set meanwhile when it always is', async () => {
    const { checks, client, keys } = actors;
    let looks = 0;
    const outrun = createCheckInstance({
      checks: {
        ...checks,
        async rest(...args) {
          await client.zadd(keys.timer, ++looks, instanceId);
          return checks.rest(...args);
        },
      },
      ...judging(),
    });
    actors.armed.length = 0;
    expect(await outrun(instanceId)).toEqual({ kind: 'outrun' });
    expect(await timerAtMs()).toBe(looks);
    expect([looks, actors.armed]).toEqual([20, []]);
  });

  test('that lets an instance rest looks again at once when a heartbeat came meanwhile, though its node died', async () => {
    const { checks, beats } = actors;
    await actors.passTime(10_000);
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Down');
    let heard = false;
    const checkInstance = createCheckInstance({
      checks: {
        ...checks,
        async rest(...args) {
          // The node that stored it is gone before it has woken the instance.
          if (!heard) await beats.receive(0, [{ instanceId, metadata: null }]);
          heard = true;
          return checks.rest(...args);
        },
      },
      ...judging(),
    });
    await checkInstance(instanceId);
    expect(await actors.status(instanceId)).toBe('Recovered');
  });

  test('of an instance that beats all the while looks once', async () => {
    const { checks, beats } = actors;
    let reads = 0;
    const checkInstance = createCheckInstance({
      checks: {
        ...checks,
        async read(id) {
          const view = await checks.read(id);
          await actors.passTime(10);
          await beats.receive(0, [{ instanceId: id, metadata: null }]);
          reads++;
          return view;
        },
      },
      ...judging(),
    });
    expect(await checkInstance(instanceId)).toMatchObject({ kind: 'again' });
    expect(reads).toBe(1);
  });

  test('writes the whole outage in the order of time, though it slept through it', async () => {
    const { silentSinceMs } = await state();
    await actors.passTime(10_000);
    await actors.check(instanceId);
    const heardAtMs = (await actors.beat(instanceId)) as { receivedAtMs: number };
    await actors.passTime(timing.recoveryWindowMs - 1_000);
    await actors.beat(instanceId);
    await actors.passTime(1_000);
    await actors.check(instanceId);
    expect(await history()).toEqual([
      { from: null, to: 'Pending', atMs: expect.any(Number) },
      { from: 'Pending', to: 'Healthy', atMs: silentSinceMs },
      { from: 'Healthy', to: 'Degraded', atMs: silentSinceMs + lateMs },
      { from: 'Degraded', to: 'Down', atMs: silentSinceMs + timing.downAfterMs },
      { from: 'Down', to: 'Recovered', atMs: heardAtMs.receivedAtMs },
      { from: 'Recovered', to: 'Healthy', atMs: heardAtMs.receivedAtMs + timing.recoveryWindowMs },
    ]);
  });

  test('of nobody is over, and forgets its timer', async () => {
    const nobody = actors.ids.instanceId(actors.ids.serviceId('orders', 'test'), 'nobody');
    await actors.client.zadd(actors.keys.timer, 5, nobody);
    expect(await actors.checkInstance(nobody)).toEqual({ kind: 'over' });
    expect(await actors.client.zscore(actors.keys.timer, nobody)).toBeNull();
    expect(actors.armed.map((one) => one.instanceId)).not.toContain(nobody);
  });

  test('that two workers run at once writes each step once', async () => {
    await actors.passTime(10_000);
    await Promise.all(Array.from({ length: 8 }, () => actors.check(instanceId)));
    expect((await history()).map(({ to }) => to)).toEqual(['Pending', 'Healthy', 'Degraded', 'Down']);
    expect(actors.metered.filter((text) => text.startsWith('Down'))).toHaveLength(1);
  });

  test('that races with heartbeats never judges what was heard', async () => {
    for (let round = 0; round < 10; round++) {
      await actors.passTime(lateMs - 30);
      await Promise.all([
        actors.receiveHeartbeat.receive({ instanceId, metadata: null }),
        ...Array.from({ length: 4 }, () => actors.check(instanceId)),
      ]);
      await actors.check(instanceId);
      const { status, silentSinceMs, sinceMs } = await state();
      expect(status).toBe('Healthy');
      expect(sinceMs).toBeLessThanOrEqual(silentSinceMs);
    }
  });
});

describe('while the monitor is blind', () => {
  test('nothing is judged, and the check comes back when it could be due', async () => {
    const { silentSinceMs } = await state();
    await actors.passTime(600_000, true);
    const { nowMs, tickAtMs } = await actors.checks.read(instanceId);
    expect(nowMs - tickAtMs).toBeGreaterThan(blindAfterMs);
    const heardForMs = tickAtMs - silentSinceMs;
    const outcome = await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Healthy');
    // Could we hear again at once, the silence before the gap would still count.
    const atMs = await timerAtMs();
    expect(atMs - nowMs).toBeGreaterThanOrEqual(Math.max(blindAfterMs, lateMs - heardForMs));
    expect(atMs - nowMs).toBeLessThan(blindAfterMs + 500);
    expect(outcome.kind === 'again' && outcome.nextCheckAtMs - outcome.nowMs).toBeGreaterThanOrEqual(
      blindAfterMs,
    );
  });

  test('an instance that is not nearly due is not looked at before it could be', async () => {
    const slow = await actors.registerInstance({
      ...(await actors.view(instanceId)).description,
      ...{ instanceKey: 'slow', registrantIntervalMs: 60_000 },
    });
    await actors.beat(slow.instanceId);
    await actors.passTime(600_000, true);
    const view = await actors.checks.read(slow.instanceId);
    const heardForMs = view.tickAtMs - (view.instance?.state.silentSinceMs ?? 0);
    await actors.check(slow.instanceId);
    const dueInMs = Number(await actors.client.zscore(actors.keys.timer, slow.instanceId)) - view.nowMs;
    expect(dueInMs).toBeGreaterThanOrEqual(60_301 - heardForMs);
    expect(dueInMs).toBeLessThan(60_301 - heardForMs + 500);
  });

  test('the time does not count afterwards: silence goes on where it was', async () => {
    await actors.passTime(600_000, true);
    await actors.tick();
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Healthy');
    await actors.passTime(lateMs);
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Degraded');
    await actors.passTime(timing.downAfterMs);
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Down');
  });

  test('a monitor that has never heard anything judges nobody', async () => {
    await actors.client.del(actors.keys.clock);
    await actors.client.hset(actors.keys.clock, 'offset', 600_000);
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Healthy');
  });
});

describe('a graceful stop', () => {
  test('leaves the instance Stopped until it expires after six hours', async () => {
    expect(await actors.stopInstance(instanceId)).toEqual({ kind: 'stopped' });
    expect(await actors.stopInstance(instanceId)).toEqual({ kind: 'stopped' });
    expect((await history()).map(({ to }) => to)).toEqual(['Pending', 'Healthy', 'Stopped']);
    expect((await actors.beat(instanceId)).kind).toBe('unknown-instance');
    await actors.passTime(6 * 3_600_000 - 10_000);
    expect((await actors.check(instanceId)).kind).toBe('again');
    expect(await actors.status(instanceId)).toBe('Stopped');
    await actors.passTime(10_000);
    expect(await actors.check(instanceId)).toEqual({ kind: 'over' });
    expect((await actors.checks.read(instanceId)).instance).toBeNull();
  });

  test('of somebody unknown says so', async () => {
    const nobody = actors.ids.instanceId(actors.ids.serviceId('orders', 'test'), 'nobody');
    expect(await actors.stopInstance(nobody)).toEqual({ kind: 'unknown-instance' });
  });
});
