import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCheckInstance } from '../../src/actors/check-instance.ts';
import { createCheckInstances } from '../../src/actors/check-instances.ts';
import type { Checks } from '../../src/actors/ports/instances.ts';
import { createReceiveHeartbeat } from '../../src/actors/receive-heartbeat.ts';
import { createRegisterInstance } from '../../src/actors/registering/register-instance.ts';
import { createSweepOverdue } from '../../src/actors/sweep-overdue.ts';
import { every } from '../../src/compose/every.ts';
import { rulesFor } from '../../src/domain/policy.ts';
import { openCheckQueue } from '../../src/queues/check-queue.ts';
import { startCheckWorkers } from '../../src/queues/check-workers.ts';
import { blindAfterMs, describedAs } from '../store/open-store.ts';
import { eventually } from '../support/eventually.ts';
import { openActors, repairsOf, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const repaired = (what: string) => repairsOf(actors.metered, what);

describe('a sweep', () => {
  test('judges an instance whose wake-up was lost, counts it, and arms another', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    actors.armed.length = 0;
    await actors.passTime(timing.intervalMs + timing.graceMs + 1_001);
    expect(await actors.sweepOverdue()).toBe(1);
    expect(await actors.status(instanceId)).toBe('Degraded');
    expect(repaired('instance')).toBe(1);
    expect(actors.armed).toMatchObject([{ instanceId }]);
  });

  test('leaves alone what is late by less than a second', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    await actors.passTime(timing.intervalMs + timing.graceMs + 500);
    await actors.sweepOverdue();
    expect(repaired('instance')).toBe(0);
    expect(await actors.status(instanceId)).toBe('Healthy');
  });

  test('of two workers at once repairs each instance once', async () => {
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, i) => actors.register('orders', `key-${i}`)),
    );
    await actors.passTime(5_000);
    await Promise.all([actors.sweepOverdue(), actors.sweepOverdue(), actors.sweepOverdue()]);
    expect(repaired('instance')).toBe(60);
    for (const { instanceId } of made) expect(await actors.status(instanceId)).toBe('Down');
  });

  test('forgets the timer of an instance that is gone', async () => {
    const nobody = actors.ids.instanceId(actors.ids.serviceId('orders', 'test'), 'nobody');
    await actors.client.zadd(actors.keys.timer, 5, nobody);
    await actors.sweepOverdue();
    expect(await actors.client.zscore(actors.keys.timer, nobody)).toBeNull();
  });
});

describe('beside a real queue', () => {
  let closers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  const quick = { intervalMs: 200, graceMs: 100, downAfterMs: 700, recoveryWindowMs: 400 };

  /** Everything from heartbeat to check on BullMQ, with the tick and the sweep as the program runs them. */
  function startAll(withWorkers = true, checks: Checks = actors.checks, times = quick) {
    const rulesOf = (name: { serviceName: string; environment: string }) => rulesFor(times, [], name);
    const connection = actors.client;
    const tags = [actors.keys.tag];
    const checkQueue = openCheckQueue(connection, tags, {
      onError: () => undefined,
      onLost: () => undefined,
    });
    closers.push(() => checkQueue.close());
    const judging = { ...actors, checks, checkQueue, rulesOf, blindAfterMs: () => blindAfterMs };
    const checkInstance = createCheckInstance(judging);
    const checkInstances = createCheckInstances({ ...judging, checkInstance });
    if (withWorkers) {
      const workers = startCheckWorkers({ connection, tags, checkInstances, log: actors.log });
      closers.push(() => workers.close());
    }
    const parts = { ...actors, partition: 0, rulesOf, checkQueue, checkInstances };
    const receive = createReceiveHeartbeat({ ...parts, partitions: 1 });
    const sweepOverdue = createSweepOverdue(parts);
    const errors: unknown[] = [];
    const tick = every(
      500,
      async () => void (await receive.tick(0, await actors.beats.now(0))),
      (error) => errors.push(error),
    );
    const sweep = every(
      500,
      async () => void (await sweepOverdue()),
      (error) => errors.push(error),
    );
    closers.push(
      () => sweep.stop(),
      () => tick.stop(),
    );
    return { register: createRegisterInstance(parts), receive, checkQueue, errors };
  }

  test('a wake-up that is lost costs two seconds at most, and is counted', async () => {
    const { register, receive } = startAll();
    const { instanceId } = await register(describedAs('orders', 'one'));
    await receive.receive({ instanceId, metadata: null });
    await eventually('it is Healthy', async () => (await actors.status(instanceId)) === 'Healthy');
    const jobs = await actors.client.keys(`${actors.keys.tag}:check-instances:*`);
    await actors.client.del(...jobs.filter((key) => /:(delayed|wait|marker|bucket-\d+)$/.test(key)));
    const { silentSinceMs } = (await actors.view(instanceId)).state;
    await eventually('it is Degraded', async () => (await actors.status(instanceId)) !== 'Healthy');
    const { nowMs } = await actors.view(instanceId);
    expect(nowMs - (silentSinceMs + 301)).toBeLessThan(2_000);
    expect(repaired('instance')).toBe(1);
    await eventually('and its next wake-up comes', async () => (await actors.status(instanceId)) === 'Down');
    expect(repaired('instance')).toBe(1);
  });

  test('instances whose wake-ups do not come are judged by the sweep, and jobs do not pile up', async () => {
    const { register, checkQueue, errors } = startAll(false);
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, i) => register(describedAs('orders', `key-${i}`))),
    );
    await eventually('all are Down', async () =>
      (await Promise.all(made.map(({ instanceId }) => actors.status(instanceId)))).every(
        (status) => status === 'Down',
      ),
    );
    await eventually('each was looked at again', () => repaired('instance') >= 50);
    // One for each bucket in which any of them was due.
    const { wait = 0, delayed = 0 } = await checkQueue.counts();
    expect(wait + delayed).toBeLessThan(repaired('instance'));
    expect(errors).toEqual([]);
  });

  test('one that registers again and again, as when it crashes, leaves no more jobs than buckets', async () => {
    // Nobody is late meanwhile, on however busy a machine.
    const { register, checkQueue } = startAll(false, actors.checks, {
      ...quick,
      intervalMs: 60_000,
      downAfterMs: 90_000,
    });
    const startedAtMs = performance.now();
    for (let time = 0; time < 20; time++) await register(describedAs('orders', 'one'));
    const buckets = Math.ceil((performance.now() - startedAtMs) / 50) + 1;
    const jobs = async () => (await checkQueue.counts())['delayed'] ?? 0;
    await eventually('the last is armed', async () => (await jobs()) > 0);
    expect(await jobs()).toBeLessThanOrEqual(buckets);
  });

  test('nothing is repaired while the jobs work: outage, recovery and all', async () => {
    // On a busy machine a job is late; lost it is only when it does not come at all.
    const lost: Checks = {
      ...actors.checks,
      lease: (partition, lateMs) => actors.checks.lease(partition, lateMs === 0 ? 0 : 10_000),
    };
    const { register, receive, errors } = startAll(true, lost);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => register(describedAs('orders', `key-${i}`))),
    );
    const beatAll = () =>
      Promise.all(made.map(({ instanceId }) => receive.receive({ instanceId, metadata: null })));
    const all = async (status: string) =>
      (await Promise.all(made.map(({ instanceId }) => actors.status(instanceId)))).every(
        (each) => each === status,
      );
    await beatAll();
    await eventually('all are Down', () => all('Down'));
    await beatAll();
    await eventually('all are Healthy again', async () => {
      await beatAll();
      return all('Healthy');
    });
    expect(repaired('instance')).toBe(0);
    expect(errors).toEqual([]);
    expect(actors.metered.filter((text) => text.startsWith('Down'))).toHaveLength(20);
  });
});
