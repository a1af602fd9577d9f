import { Queue, Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckInstance, CheckOutcome } from '../../src/actors/check-instance.ts';
import type { Check } from '../../src/actors/ports/wake-ups.ts';
import { checkQueueName, openCheckQueue } from '../../src/queues/check-queue.ts';
import { startCheckWorkers } from '../../src/queues/check-workers.ts';
import type { WakeUpJobs } from '../../src/queues/open-wake-ups.ts';
import { closeWorker, workerOptions } from '../../src/queues/worker-options.ts';
import { connect, type RedisClient } from '../../src/store/client/connect.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';

/** Of the first and of the second partition. */
const one = '00000000-0000-8000-8000-000000000001';
const two = '00100000-0000-8000-8000-000000000002';
const tags = ['{m0}', '{m1}'];

let redis: TestRedis;
let connection: RedisClient;
let queue: WakeUpJobs<Check>;
let closers: (() => Promise<unknown>)[] = [];
const logged: string[] = [];
const faults = { onError: () => undefined, onLost: () => undefined };
const note = (_: object, message: string) => void logged.push(message);
const log = { info: note, warn: note, error: note };

beforeAll(async () => {
  redis = await openTestRedis();
  connection = connect(redis.url, 'blocking', () => undefined);
});
beforeEach(async () => {
  await connection.flushdb();
  logged.length = 0;
  queue = openCheckQueue(connection, tags, faults);
  closers.push(() => queue.close());
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(async () => {
  connection.disconnect();
  await redis.close();
});

function startWorkers(checkInstance: CheckInstance): void {
  const workers = startCheckWorkers({ connection, tags, checkInstance, log });
  closers.push(() => workers.close());
}

async function jobIds(tag = '{m0}'): Promise<string[]> {
  const reader = new Queue(checkQueueName, { connection, prefix: tag });
  try {
    const jobs = await reader.getJobs(['wait', 'active', 'delayed', 'completed', 'failed'], 0, 100);
    return jobs.map((job) => job.id ?? '');
  } finally {
    await reader.close();
  }
}

const total = async () => Object.values(await queue.counts()).reduce((sum, count) => sum + count, 0);

describe('a check that goes on', () => {
  test('moves its own job to its next deadline: one job an instance, for as long as it lives', async () => {
    const seen: number[] = [];
    const totals: number[] = [];
    startWorkers(async (instanceId, generation) => {
      seen.push(performance.now());
      totals.push(await total());
      expect([instanceId, generation]).toEqual([one, 3]);
      return seen.length < 5 ? { kind: 'again', generation, delayMs: 60 } : { kind: 'over' };
    });
    await queue.arm([{ instanceId: one, generation: 3, delayMs: 0 }]);
    await eventually('it was checked five times', () => seen.length === 5);
    await eventually('it is gone', async () => (await total()) === 0);
    expect(totals).toEqual([1, 1, 1, 1, 1]);
    const gaps = seen.slice(1).map((atMs, i) => atMs - (seen[i] ?? 0));
    for (const gapMs of gaps) expect(gapMs).toBeGreaterThanOrEqual(58);
    expect(await jobIds()).toEqual([]);
  });

  test('is not asked back in less than twenty milliseconds, whatever it wants', async () => {
    const seen: number[] = [];
    startWorkers(async (_, generation) => {
      seen.push(performance.now());
      return seen.length < 4 ? { kind: 'again', generation, delayMs: -5_000 } : { kind: 'over' };
    });
    await queue.arm([{ instanceId: one, generation: 1, delayMs: -5_000 }]);
    await eventually('it was checked', () => seen.length === 4);
    expect((seen[3] ?? 0) - (seen[0] ?? 0)).toBeGreaterThanOrEqual(57);
  });
});

describe('arming', () => {
  test('the same generation twice is one job, a new generation is another, which ends the old one', async () => {
    const delayMs = 100;
    await queue.arm([{ instanceId: one, generation: 1, delayMs }]);
    await queue.arm([{ instanceId: one, generation: 1, delayMs }]);
    expect(await jobIds()).toEqual([`check-${one}-1`]);
    await queue.arm([{ instanceId: one, generation: 2, delayMs }]);
    expect((await jobIds()).sort()).toEqual([`check-${one}-1`, `check-${one}-2`]);
    const seen: number[] = [];
    startWorkers(async (_, generation): Promise<CheckOutcome> => {
      seen.push(generation);
      return generation === 1 ? { kind: 'over' } : { kind: 'again', generation, delayMs: 60_000 };
    });
    await eventually('both were looked at', () => seen.length === 2);
    await eventually('the old one is gone', async () => (await jobIds()).join() === `check-${one}-2`);
  });

  test('counts jobs by state over all partitions, each in its own', async () => {
    await queue.arm([
      { instanceId: one, generation: 1, delayMs: 60_000 },
      { instanceId: two, generation: 1, delayMs: 60_000 },
      { instanceId: two, generation: 2, delayMs: 0 },
    ]);
    expect(await queue.counts()).toEqual({ wait: 1, active: 0, delayed: 2, failed: 0 });
    expect(await jobIds('{m0}')).toEqual([`check-${one}-1`]);
    expect((await jobIds('{m1}')).sort()).toEqual([`check-${two}-1`, `check-${two}-2`]);
  });

  test('nothing is no call', async () => {
    await queue.arm([]);
    expect(await total()).toBe(0);
  });
});

describe('a check that breaks', () => {
  test('is logged and leaves no job behind, so that the sweep can arm the same one again', async () => {
    let calls = 0;
    startWorkers(async () => {
      if (++calls === 1) throw new Error('Redis hiccup');
      return { kind: 'over' };
    });
    await queue.arm([{ instanceId: one, generation: 1, delayMs: 0 }]);
    await eventually('it is logged', () => logged.includes('check failed; the sweep will retry it'));
    await eventually('its job is gone', async () => (await jobIds()).length === 0);
    await queue.arm([{ instanceId: one, generation: 1, delayMs: 0 }]);
    await eventually('it runs again', () => calls === 2);
    expect(logged).toHaveLength(1);
  });

  test('because its worker died is taken by another, and lives on', async () => {
    let begun = (): void => undefined;
    const taken = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const dying = new Worker(
      checkQueueName,
      () => {
        begun();
        return new Promise(() => undefined);
      },
      { ...workerOptions(connection, '{m0}', 1), lockDuration: 400, stalledInterval: 200 },
    );
    dying.on('error', () => undefined);
    await queue.arm([{ instanceId: one, generation: 7, delayMs: 0 }]);
    await taken;
    await dying.close(true);
    const seen: number[] = [];
    startWorkers(async (_, generation) => {
      seen.push(generation);
      return { kind: 'again', generation, delayMs: 60_000 };
    });
    await eventually('another worker has it', () => seen.length > 0);
    await eventually('it waits for its next deadline', async () => (await queue.counts())['delayed'] === 1);
    expect(seen).toEqual([7]);
    expect(await jobIds()).toEqual([`check-${one}-7`]);
  });
});

test('a worker that is closed finishes what it has, but does not wait for ever', async () => {
  const ends: (() => void)[] = [];
  const hang = () => new Promise<void>((resolve) => ends.push(resolve));
  const options = workerOptions(connection, '{m0}', 1);
  const quick = new Worker(checkQueueName, hang, options);
  await queue.arm([{ instanceId: one, generation: 1, delayMs: 0 }]);
  await eventually('it is taken', () => ends.length === 1);
  const closing = closeWorker(quick, 5_000);
  ends[0]?.();
  await closing;
  await eventually('it was finished', async () => (await total()) === 0);

  const stuck = new Worker(checkQueueName, hang, options);
  await queue.arm([{ instanceId: one, generation: 2, delayMs: 0 }]);
  await eventually('it is taken', () => ends.length === 2);
  const startMs = performance.now();
  await closeWorker(stuck, 100);
  expect(performance.now() - startMs).toBeLessThan(2_000);
  ends[1]?.();
});
