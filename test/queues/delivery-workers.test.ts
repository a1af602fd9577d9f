import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeliverNotification } from '../../src/actors/deliver-notification.ts';
import type { Failures } from '../../src/actors/ports/failures.ts';
import type { Delivery } from '../../src/actors/ports/wake-ups.ts';
import { channelTags, openDeliveryQueue } from '../../src/queues/delivery-queue.ts';
import { type DeliveryWorkers, startDeliveryWorkers } from '../../src/queues/delivery-workers.ts';
import type { WakeUpJobs } from '../../src/queues/open-wake-ups.ts';
import { connect, type RedisClient } from '../../src/store/client/connect.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';

const channelIds = ['slow', 'quick'];

let redis: TestRedis;
let connection: RedisClient;
let queue: WakeUpJobs<Delivery>;
let closers: (() => Promise<unknown>)[] = [];
const logged: string[] = [];
const failed: object[] = [];
const failures: Failures = { failed: async (thing) => void failed.push(thing) };
const note = (_: object, message: string) => void logged.push(message);

beforeAll(async () => {
  redis = await openTestRedis();
  connection = connect(redis.url, 'blocking', () => undefined);
});
beforeEach(async () => {
  await connection.flushdb();
  logged.length = 0;
  failed.length = 0;
  queue = openDeliveryQueue(connection, channelIds, {
    onError: () => undefined,
    onLost: () => undefined,
  });
  closers.push(() => queue.close());
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(async () => {
  connection.disconnect();
  await redis.close();
});

function startWorkers(deliverNotification: DeliverNotification): DeliveryWorkers {
  const log = { info: note, warn: note, error: note };
  const workers = startDeliveryWorkers({
    ...{ connection, channelIds, deliverNotification, deliveryQueue: queue, failures, log },
  });
  closers.push(() => workers.close());
  return workers;
}

const ids = (channelId: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ channelId, notificationId: `${channelId}-${i}`, attempts: 0 }));
const total = async () => Object.values(await queue.counts()).reduce((sum, count) => sum + count, 0);

test('a channel that hangs holds up nobody else', async () => {
  const delivered: string[] = [];
  let release = (): void => undefined;
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  startWorkers(async (notificationId) => {
    if (notificationId.startsWith('slow')) await hanging;
    delivered.push(notificationId);
    return { kind: 'done' };
  });
  await queue.arm([...ids('slow', 30), ...ids('quick', 30)]);
  await eventually('all quick ones are through', () => delivered.length === 30);
  expect(delivered.every((id) => id.startsWith('quick'))).toBe(true);
  release();
  await eventually('and then the slow ones', () => delivered.length === 60);
  await eventually('no job is left', async () => (await total()) === 0);
});

test('a source with a hundred messages delays the one of another by no more than what is being sent', async () => {
  const delivered: string[] = [];
  let release = (): void => undefined;
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  startWorkers(async (notificationId) => {
    await blocked;
    delivered.push(notificationId);
    return { kind: 'done' };
  });
  await queue.arm(ids('slow', 100).map((one) => ({ ...one, source: 'staging/' })));
  await eventually('the first ten are under way', async () => (await queue.counts())['active'] === 10);
  const page = { channelId: 'slow', notificationId: 'page', attempts: 0, source: 'production/' };
  await queue.arm([page]);
  release();
  await eventually('all are through', () => delivered.length === 101);
  expect(delivered.indexOf('page')).toBeLessThan(25);
});

test('a delivery that must wait is woken by its own job, not by a new one', async () => {
  const atMs: number[] = [];
  const totals: number[] = [];
  startWorkers(async () => {
    atMs.push(performance.now());
    totals.push(await total());
    return atMs.length < 3 ? { kind: 'later', attempts: 0, delayMs: 80 } : { kind: 'done' };
  });
  await queue.arm(ids('quick', 1));
  await eventually('it was tried three times', () => atMs.length === 3);
  await eventually('no job is left', async () => (await total()) === 0);
  expect((atMs[2] ?? 0) - (atMs[0] ?? 0)).toBeGreaterThanOrEqual(156);
  expect(totals).toEqual([1, 1, 1]);
});

test('an attempt has one wake-up, whoever arms it and in whatever state the first is', async () => {
  let release = (): void => undefined;
  const sending = new Promise<void>((resolve) => {
    release = resolve;
  });
  const [first] = ids('quick', 1);
  if (first === undefined) throw new Error('one was asked for');
  expect(await queue.missing([first])).toEqual([first]);
  for (let time = 0; time < 3; time++) await queue.arm([first]);
  expect(await total()).toBe(1);
  let runs = 0;
  startWorkers(async () => {
    runs++;
    await sending;
    return { kind: 'done' };
  });
  await eventually('it runs', () => runs === 1);
  await queue.arm([first]);
  expect(await queue.missing([first])).toEqual([]);
  expect(await total()).toBe(1);
  release();
  await eventually('no job is left', async () => (await total()) === 0);
  expect(runs).toBe(1);
});

test('a job whose attempt was made by another leaves one for the next attempt, and no more', async () => {
  const runs: number[] = [];
  startWorkers(async () => {
    runs.push(performance.now());
    return runs.length < 4 ? { kind: 'later', attempts: 2, delayMs: 100 } : { kind: 'done' };
  });
  const at = (attempts: number) => ids('quick', 1).map((one) => ({ ...one, attempts }));
  await queue.arm([...at(0), ...at(1)]);
  await eventually('all have run', () => runs.length >= 3);
  expect(await total()).toBeLessThanOrEqual(1);
  await eventually('no job is left', async () => (await total()) === 0);
  expect(runs).toHaveLength(4);
});

test('a wake-up for a channel that is not configured here is left to its row', async () => {
  await queue.arm([{ channelId: 'elsewhere', notificationId: 'x', attempts: 0 }]);
  expect(await total()).toBe(0);
});

test('a channel that is added works at once, and one that is taken out finishes what it sends and no more', async () => {
  const delivered: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const workers = startWorkers(async (notificationId) => {
    begun.push(notificationId);
    if (notificationId === 'slow-0') await released;
    delivered.push(notificationId);
    return { kind: 'done' };
  });
  const keepTo = (names: string[]) => {
    queue.keepTo(channelTags(names));
    workers.keepTo(names);
  };
  await queue.arm(ids('slow', 1));
  await eventually('it is being sent', () => begun.length === 1);
  keepTo(['quick', 'new']);
  await queue.arm([...ids('new', 1), ...ids('quick', 1), { ...ids('slow', 2)[1], attempts: 0 } as Delivery]);
  await eventually('the new and the old one work', () => delivered.length === 2);
  release();
  await eventually('what was under way is done', () => delivered.includes('slow-0'));

  keepTo(['quick', 'slow']);
  await queue.arm([{ channelId: 'slow', notificationId: 'slow-2', attempts: 0 }]);
  await eventually('one that came back works again', () => delivered.includes('slow-2'));
  expect(delivered).not.toContain('slow-1');
  expect(logged).toEqual([]);
});

test('a delivery that breaks is logged and leaves no job behind', async () => {
  startWorkers(() => Promise.reject(new Error('a bug')));
  await queue.arm(ids('quick', 1));
  await eventually('it is logged', () => logged.length > 0);
  await eventually('no job is left', async () => (await total()) === 0);
  expect(logged).toEqual(['delivery failed; the sweep will retry it']);
  expect(failed).toEqual([{ what: 'delivery', channelId: 'quick', notificationId: 'quick-0' }]);
});
