import { Queue, Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckInstances } from '../../src/actors/check-instances.ts';
import { type CheckQueue, checkQueueName, openCheckQueue } from '../../src/queues/check-queue.ts';
import { startCheckWorkers } from '../../src/queues/check-workers.ts';
import { closeWorker, workerOptions } from '../../src/queues/worker-options.ts';
import { connect, type RedisClient } from '../../src/store/client/connect.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';

/** Of the first and of the second partition. */
const one = '00000000-0000-8000-8000-000000000001';
const two = '00100000-0000-8000-8000-000000000002';
const tags = ['{m0}', '{m1}'];
/** The monitor's clock: not that of this machine. */
const startMs = 1_500_000_000_000;

let redis: TestRedis;
let connection: RedisClient;
let queue: CheckQueue;
let closers: (() => Promise<unknown>)[] = [];
const logged: string[] = [];
const errors: Error[] = [];
let lost = 0;
const faults = {
  onError: (error: Error) => void errors.push(error),
  onLost: (count: number) => {
    lost += count;
  },
};
const note = (_: object, message: string) => void logged.push(message);
const log = { info: note, warn: note, error: note };

beforeAll(async () => {
  redis = await openTestRedis();
  connection = connect(redis.url, 'blocking', () => undefined);
});
beforeEach(async () => {
  await connection.flushdb();
  logged.length = 0;
  errors.length = 0;
  lost = 0;
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

function startWorkers(checkInstances: CheckInstances) {
  const workers = startCheckWorkers({ connection, tags, checkInstances, log });
  closers.push(() => workers.close());
  return workers;
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
const due = (aheadMs: number, instanceId = one) => ({ instanceId, dueAtMs: startMs + aheadMs });

describe('arming', () => {
  test('is one job for all that is due within fifty milliseconds, whoever arms it and how often', async () => {
    const other = openCheckQueue(connection, tags, faults);
    closers.push(() => other.close());
    await queue.arm(startMs, [due(60_000), due(59_960)]);
    await queue.arm(startMs, [due(59_970)]);
    await other.arm(startMs, [due(59_980)]);
    expect(await jobIds()).toEqual([`bucket-${startMs + 60_000}`]);
    expect([lost, errors]).toEqual([0, []]);
  });

  test('counts jobs by state over all partitions, each in its own', async () => {
    await queue.arm(startMs, [due(60_000), due(60_000, two), due(-5, two)]);
    expect(await queue.counts()).toEqual({ wait: 1, active: 0, delayed: 2, failed: 0 });
    expect(await jobIds('{m0}')).toEqual([`bucket-${startMs + 60_000}`]);
    expect(await jobIds('{m1}')).toHaveLength(2);
  });

  test('of what is armed already is no call', async () => {
    await queue.arm(startMs, [due(60_000)]);
    await connection.flushdb();
    await queue.arm(startMs, [due(60_000)]);
    await queue.arm(startMs, []);
    expect(await total()).toBe(0);
  });

  test('neither fails nor waits for long while Redis hangs, is counted, and is done again afterwards', async () => {
    await queue.arm(startMs, [due(60_000)]);
    await connection.call('CLIENT', 'PAUSE', '2500', 'ALL');
    const startedAtMs = performance.now();
    for (let time = 0; time < 100; time++) await queue.arm(startMs, [due(90_000), due(95_000)]);
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
    expect(lost).toBe(200);
    await eventually('Redis is back', async () => (await total()) > 0);
    await eventually('what is armed then is queued', async () => {
      await queue.arm(startMs, [due(90_000), due(98_000)]);
      return (await jobIds()).includes(`bucket-${startMs + 98_000}`);
    });
    expect(await jobIds()).toContain(`bucket-${startMs + 90_000}`);
    expect(errors).toEqual([]);
  });
});

describe('a bucket', () => {
  test('is checked at its end, and its job is gone', async () => {
    const checked: number[] = [];
    startWorkers(async (partition) => {
      checked.push(partition);
      return startMs + 200;
    });
    const armedAtMs = performance.now();
    await queue.arm(startMs, [due(200, two)]);
    await eventually('it is checked', () => checked.length > 0);
    expect(performance.now() - armedAtMs).toBeGreaterThanOrEqual(198);
    await eventually('its job is gone', async () => (await total()) === 0);
    expect(checked).toEqual([1]);
  });

  test('that is woken before its end, by a clock that is ahead, is checked again at its end', async () => {
    const checked: number[] = [];
    startWorkers(async () => {
      checked.push(performance.now());
      return checked.length === 1 ? startMs : startMs + 150;
    });
    // By the monitor's clock all of it is left when it is woken first.
    await queue.arm(startMs + 100, [due(101)]);
    await eventually('it is checked twice', () => checked.length === 2);
    expect((checked[1] ?? 0) - (checked[0] ?? 0)).toBeGreaterThanOrEqual(148);
    await eventually('its job is gone', async () => (await total()) === 0);
    expect(checked).toHaveLength(2);
  });

  test('of what is due is checked at once', async () => {
    let checks = 0;
    startWorkers(async () => {
      checks++;
      return startMs;
    });
    await queue.arm(startMs, [due(0), due(-60_000)]);
    await eventually('it is checked', () => checks === 1);
    await queue.arm(startMs, [due(0)]);
    await eventually('it is checked again', () => checks === 2);
    await eventually('nothing is left', async () => (await total()) === 0);
  });

  test('that takes long is no hung worker', async () => {
    let end = (): void => undefined;
    let isTaken = false;
    const workers = startWorkers(async () => {
      isTaken = true;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return startMs;
    });
    await queue.arm(startMs, [due(0)]);
    await eventually('it is taken', () => isTaken);
    expect(workers.idleMs(0)).toBe(0);
    expect(workers.idleMs(1)).toBeGreaterThan(0);
    end();
    await eventually('it is done', async () => (await total()) === 0);
    expect(workers.idleMs(0)).toBeLessThan(workers.idleMs(1));
  });
});

describe('a bucket that breaks', () => {
  test('is logged and leaves no job behind, so that it can be armed again', async () => {
    let calls = 0;
    startWorkers(async () => {
      if (++calls === 1) throw new Error('Redis hiccup');
      return startMs + 50;
    });
    await queue.arm(startMs, [due(50)]);
    await eventually('it is logged', () => logged.includes('checks failed; the sweep will retry them'));
    await eventually('its job is gone', async () => (await jobIds()).length === 0);
    await queue.arm(startMs, [due(50)]);
    await eventually('it runs again', () => calls === 2);
    expect(logged).toHaveLength(1);
  });

  test('because its worker died is taken by another', async () => {
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
    await queue.arm(startMs, [due(50)]);
    await taken;
    await dying.close(true);
    let checks = 0;
    startWorkers(async () => {
      checks++;
      return startMs + 50;
    });
    await eventually('another worker has it', () => checks > 0);
    await eventually('it is gone', async () => (await total()) === 0);
  });
});

test('a worker that is closed finishes what it has, but does not wait for ever', async () => {
  const ends: (() => void)[] = [];
  const hang = () => new Promise<void>((resolve) => ends.push(resolve));
  const options = workerOptions(connection, '{m0}', 1);
  const quick = new Worker(checkQueueName, hang, options);
  await queue.arm(startMs, [due(0)]);
  await eventually('it is taken', () => ends.length === 1);
  const closing = closeWorker(quick, 5_000);
  ends[0]?.();
  await closing;
  await eventually('it was finished', async () => (await total()) === 0);

  const stuck = new Worker(checkQueueName, hang, options);
  await queue.arm(startMs, [due(0)]);
  await eventually('it is taken', () => ends.length === 2);
  const startedAtMs = performance.now();
  await closeWorker(stuck, 100);
  expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  ends[1]?.();
});
