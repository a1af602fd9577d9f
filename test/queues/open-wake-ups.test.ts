import type { ConnectionOptions } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDeliveryQueue } from '../../src/queues/delivery-queue.ts';
import type { WakeUpFaults } from '../../src/queues/open-wake-ups.ts';
import { connect, type RedisClient } from '../../src/store/client/connect.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';

let redis: TestRedis;
let connection: RedisClient;
let closers: (() => Promise<unknown>)[] = [];
const errors: Error[] = [];
const lost: { count: number; error: Error | null }[] = [];
const faults: WakeUpFaults = {
  onError: (error) => void errors.push(error),
  onLost: (count, error) => void lost.push({ count, error }),
};
const lostCount = () => lost.reduce((sum, { count }) => sum + count, 0);

beforeAll(async () => {
  redis = await openTestRedis();
  connection = connect(redis.url, 'blocking', () => undefined);
});
beforeEach(async () => {
  await connection.flushdb();
  errors.length = 0;
  lost.length = 0;
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(async () => {
  connection.disconnect();
  await redis.close();
});

const open = (client: ConnectionOptions) => {
  const queue = openDeliveryQueue(client, ['mail'], faults);
  const wakeUps = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ channelId: 'mail', notificationId: `mail-${i}`, attempts: 0 }));
  return {
    ...queue,
    arm: (n: number) => queue.arm(wakeUps(n)),
    missing: (n: number) => queue.missing(wakeUps(n)),
  };
};

describe('wake-ups', () => {
  function opened(client: RedisClient = connection) {
    const queue = open(client);
    closers.push(() => queue.close());
    const total = async () => Object.values(await queue.counts()).reduce((sum, count) => sum + count, 0);
    return { ...queue, total };
  }

  test('neither fail nor wait for long while Redis hangs, do not pile up, and are counted', async () => {
    const { arm, missing, total } = opened();
    await arm(1);
    await connection.call('CLIENT', 'PAUSE', '2500', 'ALL');
    const startedAtMs = performance.now();
    for (let time = 0; time < 100; time++) await arm(50);
    expect(await missing(1)).toEqual([]);
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
    expect(lostCount()).toBe(100 * 50);
    expect(lost.map(({ error }) => error).filter((error) => error !== null)).toEqual([]);
    await eventually('Redis is back', async () => (await total()) === 50);
    await eventually('what is armed then is queued', async () => {
      await arm(60);
      return (await total()) === 60;
    });
    expect(errors).toEqual([]);
  });

  test('that Redis refuses are counted with the reason, and it is not known that any is missing', async () => {
    const away = connect(redis.url, 'fail-fast', () => undefined);
    const { arm, missing } = opened(away);
    await arm(1);
    away.disconnect();
    await arm(3);
    expect(lost).toEqual([{ count: 3, error: expect.any(Error) }]);
    expect(await missing(3)).toEqual([]);
    expect(errors.length).toBeGreaterThan(0);
  });

  test('are one however often they are armed, and are missing until then', async () => {
    const { arm, missing, total } = opened();
    expect(await missing(2)).toHaveLength(2);
    for (let time = 0; time < 3; time++) await arm(1);
    expect(await total()).toBe(1);
    expect(await missing(2)).toHaveLength(1);
    expect([...lost, ...errors]).toEqual([]);
  });
});
