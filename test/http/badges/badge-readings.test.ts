import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBadgeReadings } from '../../../src/http/badges/badge-readings.ts';
import { KeptAnswers } from '../../../src/http/badges/kept-answers.ts';
import { createReadings } from '../../../src/store/lists/readings.ts';
import { createFindInDoubt } from '../../../src/store/monitor/find-in-doubt.ts';
import { createPartitions } from '../../../src/store/partition.ts';
import { composeApp } from '../compose-app.ts';
import { showWorker } from '../show-worker.ts';

const serviceId = '00000000-0000-8000-8000-000000000001';
const key = `{m0}:s:${serviceId}`;
let composed: Awaited<ReturnType<typeof composeApp>>;

beforeAll(async () => {
  composed = await composeApp();
  await showWorker(composed.redis);
  await composed.redis.hset(key, { serviceName: 'cart', environment: 'test', status: 'Healthy' });
  await composed.redis.hset('{m0}:clock', 'tick', Date.now() + 60_000);
});
afterAll(() => composed.close());

test('a status is read once a minute, and its change is shown then', async () => {
  let nowMs = 0;
  const partitions = createPartitions(1);
  const rules = () => {
    throw new Error('no instance is judged for a badge');
  };
  const badges = createBadgeReadings(
    {
      readings: createReadings(composed.redis, partitions, rules),
      readHistory: { intervals: async () => null, uptime: async () => null, maintenance: async () => [] },
      badged: {
        services: [{ service: 'cart' }],
        findInDoubt: createFindInDoubt(composed.redis, partitions, () => 3_000),
      },
    },
    400,
    () => nowMs,
  );
  expect((await badges.status(serviceId))?.message).toBe('Healthy');
  await composed.redis.hset(key, { status: 'Down' });
  nowMs = 59_999;
  expect((await badges.status(serviceId))?.message).toBe('Healthy');
  nowMs = 60_000;
  expect((await badges.status(serviceId))?.message).toBe('Down');
  await composed.redis.del(key);
  nowMs = 120_000;
  expect(await badges.status(serviceId)).toBeNull();
});

test('who asks at the same time waits for one answer; neither null nor a failure is kept, and the oldest goes', async () => {
  const kept = new KeptAnswers<string>(1_000, 2, () => 0);
  let made = 0;
  const make = async () => `${++made}`;
  expect(await Promise.all([kept.get('a', make), kept.get('a', make)])).toEqual(['1', '1']);
  expect(await kept.get('none', async () => null)).toBeNull();
  const failing = async () => Promise.reject(new Error('Redis is away'));
  await expect(kept.get('none', failing)).rejects.toThrow('Redis is away');
  expect(await kept.get('none', make)).toBe('2');
  expect(await kept.get('a', make)).toBe('1');
  expect(await kept.get('c', make)).toBe('3');
  expect(await kept.get('a', make)).toBe('4');
});
