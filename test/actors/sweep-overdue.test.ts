import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCheckInstance } from '../../src/actors/check-instance.ts';
import { createReceiveHeartbeat } from '../../src/actors/receive-heartbeat.ts';
import { createRegisterInstance } from '../../src/actors/register-instance.ts';
import { createRepairDeliveries } from '../../src/actors/repair-deliveries.ts';
import { createReplayNotification } from '../../src/actors/replay-notification.ts';
import { createSweepOverdue } from '../../src/actors/sweep-overdue.ts';
import { every } from '../../src/compose/every.ts';
import { rulesFor } from '../../src/domain/policy.ts';
import { openCheckQueue } from '../../src/queues/check-queue.ts';
import { startCheckWorkers } from '../../src/queues/check-workers.ts';
import { createReplays } from '../../src/store/replays.ts';
import { rowFor } from '../store/notification-row.ts';
import { blindAfterMs, describedAs } from '../store/open-store.ts';
import { eventually } from '../support/eventually.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const repaired = (what: string) =>
  actors.metered
    .map((text) => new RegExp(`^repaired (\\d+) ${what}$`).exec(text)?.[1] ?? '0')
    .reduce((sum, count) => sum + Number(count), 0);

describe('a sweep', () => {
  test('judges an instance whose job was lost, counts it, and arms a job of a new generation', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    actors.armed.length = 0;
    await actors.passTime(timing.intervalMs + timing.graceMs + 1_001);
    expect(await actors.sweepOverdue()).toBe(1);
    expect(await actors.status(instanceId)).toBe('Degraded');
    expect(repaired('instance')).toBe(1);
    expect(actors.armed).toMatchObject([{ instanceId, generation: 3 }]);
    expect(await actors.checkInstance(instanceId, 2)).toEqual({ kind: 'over' });
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

  test('wakes a delivery whose job was lost, and counts it', async () => {
    const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
    const row = rowFor(actors, { createdAtMs: nowMs, nextAttemptAtMs: nowMs });
    await actors.notifications.plan([row]);
    await actors.sweepOverdue();
    expect(actors.deliveries).toEqual([]);
    await actors.passTime(1_001);
    await actors.sweepOverdue();
    expect(actors.deliveries).toEqual([
      { channelId: 'hook', notificationId: row.notificationId, attempts: 0 },
    ]);
    expect(repaired('delivery')).toBe(1);
  });

  describe('of messages to a channel', () => {
    const pager = async (more = {}) => {
      const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
      const row = rowFor(actors, { channelId: 'pager', createdAtMs: nowMs, nextAttemptAtMs: nowMs, ...more });
      await actors.notifications.plan([row]);
      await actors.passTime(1_001);
      return row;
    };
    const stateOf = async ({ notificationId }: { notificationId: string }) => {
      const { state, reason, attempts } = (await actors.readings.notification(notificationId)) ?? {};
      return { state, reason, attempts };
    };

    test('that no worker has makes them dead with that reason, and repairs nothing', async () => {
      const row = await pager({ attempts: 2 });
      await actors.sweepOverdue();
      const reason = 'channel "pager" is not configured';
      expect(await stateOf(row)).toEqual({ state: 'dead', reason, attempts: 2 });
      expect(actors.deliveries).toEqual([]);
      expect(repaired('delivery')).toBe(0);
      expect(await actors.client.exists(actors.keys.deliveries, actors.keys.repairs)).toBe(0);
      // It says nothing of how the channel does, so a channel that is back begins well.
      expect(await actors.client.exists(actors.keys.channels)).toBe(0);
      expect(actors.metered).toEqual([]);
      expect(actors.warned).toHaveLength(1);
    });

    test('that another worker has leaves them to that worker', async () => {
      const row = await pager();
      const known = { has: async () => true };
      const queue = { ...actors.deliveryQueue, missing: async () => [] };
      await createRepairDeliveries({ ...actors, deliveryQueue: queue, knownChannels: known })();
      expect(await stateOf(row)).toMatchObject({ state: 'pending' });
      expect(repaired('delivery')).toBe(0);
    });

    test('that no worker has any more leaves alone the one that is just being sent', async () => {
      const row = await pager();
      const { kind } = await actors.notifications.claim(row.notificationId, 'token', 20_000);
      expect(kind).toBe('claimed');
      const delivery = { ...row, attempts: 1 };
      expect((await actors.notifications.abandon(delivery, 'gone')).kind).toBe('stale');
      await actors.passTime(20_000);
      expect((await actors.notifications.abandon(delivery, 'gone')).kind).toBe('committed');
      expect((await actors.notifications.abandon(delivery, 'gone')).kind).toBe('stale');
    });

    test('that is back sends them when they are replayed', async () => {
      const row = await pager();
      await actors.sweepOverdue();
      const replays = createReplays(actors.client, actors.partitions);
      await createReplayNotification({ ...actors, replays })(row.notificationId);
      expect(await stateOf(row)).toMatchObject({ state: 'pending', attempts: 0 });
      expect(actors.deliveries).toEqual([
        { channelId: 'pager', notificationId: row.notificationId, attempts: 0 },
      ]);
    });
  });

  test('leaves alone an end that waits for its beginning to be tried again', async () => {
    const { nowMs } = await actors.checks.read(actors.ids.serviceId('x', 'y'));
    const down = rowFor(actors, { createdAtMs: nowMs, nextAttemptAtMs: nowMs + 60_000 });
    const { notificationId: afterId } = down;
    const end = rowFor(
      actors,
      { createdAtMs: nowMs, nextAttemptAtMs: nowMs, kind: 'resolved', afterId },
      'resolved',
    );
    await actors.notifications.plan([down, end]);
    expect((await actors.notifications.claim(end.notificationId, 'token', 20_000)).kind).toBe('waiting');
    for (let second = 0; second < 5; second++) {
      await actors.passTime(1_500);
      await actors.sweepOverdue();
    }
    expect(actors.deliveries).toEqual([]);
    expect(repaired('delivery')).toBe(0);
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

  /** Everything from heartbeat to check on BullMQ, with the tick and the sweep as the program runs them. */
  function startAll() {
    const quick = { intervalMs: 200, graceMs: 100, downAfterMs: 700, recoveryWindowMs: 400 };
    const rulesOf = (name: { serviceName: string; environment: string }) => rulesFor(quick, [], name);
    const connection = actors.client;
    const tags = [actors.keys.tag];
    const checkQueue = openCheckQueue(connection, tags, () => undefined);
    closers.push(() => checkQueue.close());
    const checkInstance = createCheckInstance({ ...actors, rulesOf, blindAfterMs });
    const workers = startCheckWorkers({ connection, tags, checkInstance, log: actors.log });
    closers.push(() => workers.close());
    const parts = { ...actors, rulesOf, checkQueue, checkInstance };
    const receive = createReceiveHeartbeat({ ...parts, partitions: 1 });
    const sweepOverdue = createSweepOverdue(parts);
    const errors: unknown[] = [];
    const tick = every(
      500,
      async () => void (await receive.tick()),
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

  test('a job that is lost costs two seconds at most, and is counted', async () => {
    const { register, receive } = startAll();
    const { instanceId } = await register(describedAs('orders', 'one'));
    await receive.receive({ instanceId, metadata: null });
    await eventually('it is Healthy', async () => (await actors.status(instanceId)) === 'Healthy');
    const jobs = await actors.client.keys(`${actors.keys.tag}:check:*`);
    await actors.client.del(...jobs.filter((key) => /:(delayed|wait|marker)$|check-[0-9a-f-]+$/.test(key)));
    const { silentSinceMs } = (await actors.view(instanceId)).state;
    await eventually('it is Degraded', async () => (await actors.status(instanceId)) !== 'Healthy');
    const { nowMs } = await actors.view(instanceId);
    expect(nowMs - (silentSinceMs + 301)).toBeLessThan(2_000);
    expect(repaired('instance')).toBe(1);
    await eventually('and its new job goes on', async () => (await actors.status(instanceId)) === 'Down');
    expect(repaired('instance')).toBe(1);
  });

  test('nothing is repaired while the jobs work: outage, recovery and all', async () => {
    const { register, receive, errors } = startAll();
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
