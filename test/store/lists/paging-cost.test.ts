import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisWorkOf } from '../../../bench/support/redis-work.ts';
import type { Page, PageRequest } from '../../../src/actors/ports/reading.ts';
import { openStore, type TestStore } from '../open-store.ts';

/** What one call of any list may read, whatever its filter and size; `bench lists` measures that it takes Redis less than 5 ms. */
const most = { commands: 1_200, bytes: 1_500_000 };

const instanceCount = 5_000;
const serviceCount = 20_000;
const incidentCount = 5_000;

let store: TestStore;
let redis: Redis;
let serviceId: string;

beforeAll(async () => {
  store = await openStore();
  if (!(store.client instanceof Redis)) throw new Error('this is not measured on a Cluster');
  redis = store.client;
  serviceId = await fillService();
  await fillServices();
  await fillIncidents();
});
afterAll(() => store.close());

/** Writes many things of one kind as they are stored, in batches. */
async function inBatches(
  count: number,
  write: (pipeline: ReturnType<TestStore['client']['pipeline']>, i: number) => void,
) {
  for (let from = 0; from < count; from += 2_000) {
    const pipeline = store.client.pipeline();
    for (let i = from; i < Math.min(from + 2_000, count); i++) write(pipeline, i);
    await pipeline.exec();
  }
}

/** One service with many instances as a registration leaves them, each with metadata. */
async function fillService(): Promise<string> {
  const first = await store.appear('large', 'key-0');
  const { keys, client } = store;
  const fields = await client.hgetall(keys.instance(first.instanceId));
  const metadata = JSON.stringify({ cpu_percent: 1.5, memory_mb: 812, timestamp: '2026-01-01T00:00:00Z' });
  await inBatches(instanceCount, (pipeline, i) => {
    const instanceId = store.ids.instanceId(first.serviceId, `key-${i}`);
    pipeline.hset(keys.instance(instanceId), { ...fields, instanceKey: `key-${i}`, status: 'Healthy' });
    pipeline.zadd(keys.seen, 1_790_000_000_000 + i, instanceId);
    pipeline.hset(keys.lastHeartbeats, instanceId, metadata);
    // Half of them of one moment, as after a mass outage.
    pipeline.zadd(
      keys.serviceInstances(first.serviceId),
      i % 2 === 0 ? 0 : 1_790_000_000_000 + i,
      instanceId,
    );
  });
  // Some are counted that are not there: it must be looked for them.
  await client.hset(keys.service(first.serviceId), 'Down', 3, 'Degraded', 2);
  return first.serviceId;
}

async function fillServices() {
  const { keys } = store;
  await inBatches(serviceCount, (pipeline, i) => {
    const serviceName = `service-${String(i).padStart(6, '0')}`;
    const id = store.ids.serviceId(serviceName, 'test');
    pipeline.zadd(keys.serviceIndex, 0, [serviceName, 'test', id].join('\0'));
    pipeline.hset(keys.statuses, id, 'Healthy');
    if (i < 2_000) pipeline.hset(keys.service(id), { serviceName, environment: 'test', status: 'Healthy' });
    // Those of the first page have more instances than are asked.
    if (i >= 200) return;
    for (let one = 0; one < 100; one++) {
      const instanceId = store.ids.instanceId(id, `key-${one}`);
      pipeline.zadd(keys.serviceInstances(id), 0, instanceId).zadd(keys.seen, 1, instanceId);
      // None ever beat, so each must be asked.
      pipeline.hset(keys.instance(instanceId), 'registeredAtMs', 2, 'previousBeatAtMs', '');
    }
  });
}

async function fillIncidents() {
  const { keys } = store;
  const timeline = Array.from({ length: 200 }, (_, i) => ({
    ...{ atMs: i, action: 'noted', by: 'x'.repeat(100), note: 'x'.repeat(1_800) },
  }));
  await inBatches(incidentCount, (pipeline, i) => {
    const incidentId = store.ids.incidentId(serviceId, i);
    // The newest are as large as people can make them, and all began at one moment.
    const silence = { silentSinceMs: i, silentMs: 0, resolvedAtMs: null };
    const incident = { incidentId, serviceId, state: 'open', ...silence, timeline: i < 100 ? timeline : [] };
    pipeline.set(keys.incident(incidentId), JSON.stringify(incident));
    pipeline.zadd(keys.incidents, i < 2_500 ? 1_790_000_000_000 : i, incidentId);
  });
}

type List = (request: PageRequest) => Promise<Page<unknown>>;

async function expectSmall(list: List, limit: number, after: string | null): Promise<void> {
  const [, { commands, bytes }] = await redisWorkOf(redis, () => list({ limit, after }));
  expect(commands).toBeLessThan(most.commands);
  expect(bytes).toBeLessThan(most.bytes);
}

const lists: [name: string, list: List][] = [
  ['instances', (request) => store.readings.instances(serviceId, request)],
  [
    'instances that are Down, of which there is none',
    (request) => store.readings.instances(serviceId, request, { status: 'Down' }),
  ],
  [
    'instances that are Degraded, of which there is none',
    (request) => store.readings.instances(serviceId, request, { status: 'Degraded' }),
  ],
  [
    'instances of a zone, of which there is none',
    (request) => store.readings.instances(serviceId, request, { zone: 'eu-1a' }),
  ],
  ['services', (request) => store.readings.services(request, {})],
  [
    'services that are Down, of which there is none',
    (request) => store.readings.services(request, { status: 'Down' }),
  ],
  [
    'services of a name that none has',
    (request) => store.readings.services(request, { includes: () => false }),
  ],
  ['the counts of services', (request) => store.readings.countsOfServices(request, {})],
  ['incidents', (request) => store.readings.incidents(request, {})],
  [
    'incidents that are open, of which there is none',
    (request) => store.readings.incidents(request, { includes: () => false }),
  ],
  [
    'incidents of another service',
    (request) =>
      store.readings.incidents(request, { serviceId: store.ids.serviceId('service-000001', 'test') }),
  ],
];

describe.each(lists)('one call of the list of %s', (_name, list) => {
  test.each([1, 50, 200])('reads little, %i at a time', async (limit) => {
    await expectSmall(list, limit, null);
    let after: string | null = null;
    for (let page = 0; page < 4; page++) {
      const found: Page<unknown> = await list({ limit, after });
      if (found.next === null) break;
      expect(found.next).not.toBe(after);
      after = found.next;
    }
    await expectSmall(list, limit, after);
  });
});

test('a list comes to its end though no single call reads all of it', async () => {
  let calls = 0;
  let after: string | null = null;
  do {
    const page: Page<unknown> = await store.readings.services({ limit: 200, after }, { status: 'Down' });
    expect(page.items).toEqual([]);
    after = page.next;
    calls += 1;
  } while (after !== null);
  expect(calls).toBeGreaterThan(1);
  expect(calls).toBeLessThan(100);
});

test('nothing more is read for a caller who has gone', async () => {
  const gone = { limit: 1, after: null, isWaitedFor: () => false };
  const [, { commands }] = await redisWorkOf(redis, () => store.readings.services(gone, { status: 'Down' }));
  expect(commands).toBeLessThanOrEqual(1);
});
