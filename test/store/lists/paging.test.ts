import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page, PageRequest } from '../../../src/actors/ports/reading.ts';
import type { Incident } from '../../../src/domain/incident.ts';
import { rowFor } from '../notifications/notification-row.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore(3);
});
beforeEach(() => store.reset());
afterAll(() => store.close());

/** Follows the cursors from the first page to the last. */
async function walk<T>(limit: number, list: (request: PageRequest) => Promise<Page<T>>): Promise<T[][]> {
  const pages: T[][] = [];
  for (let after: string | null = null; ; ) {
    const page = await list({ limit, after });
    pages.push(page.items);
    if (page.next === null) return pages;
    if (pages.length > 200) throw new Error('the cursors lead in a circle');
    after = page.next;
  }
}

/** Puts an incident of a service there, as a roll-up would. */
async function putIncident(serviceName: string, startedAtMs: number): Promise<Incident> {
  const serviceId = store.ids.serviceId(serviceName, 'test');
  const incidentId = store.ids.incidentId(serviceId, startedAtMs);
  const incident: Incident = {
    ...{ incidentId, serviceId, serviceName, startedAtMs, environment: 'test', state: 'open' },
    ...{ detectedAtMs: startedAtMs, recoveredAtMs: null, resolvedAtMs: null, relapses: 0 },
    ...{ silentSinceMs: null, silentMs: 0, quietUntilMs: null, flapping: null },
    told: { outage: true, longSilence: false, last: 'down', recovery: null },
    ...{ acknowledged: null, timeline: [] },
  };
  const keys = store.partitions.of(serviceId);
  await store.client.set(keys.incident(incidentId), JSON.stringify(incident));
  await store.client.zadd(keys.incidents, startedAtMs, incidentId);
  return incident;
}

const all = {};
/** Names that fall into all three partitions. */
const names = Array.from({ length: 23 }, (_, i) => `service-${String(i).padStart(2, '0')}`);
const limits = [1, 2, 3, 7, 22, 23, 24, 200];

describe('services', () => {
  test.each(limits)('come in the order of their names, each once, %i at a time', async (limit) => {
    for (const name of names.toReversed()) await store.appear(name);
    const used = new Set(names.map((name) => store.partitions.of(store.ids.serviceId(name, 'test')).tag));
    expect(used.size).toBe(3);
    const pages = await walk(limit, (request) => store.readings.services(request, all));
    expect(pages.flat().map((item) => item.serviceName)).toEqual(names);
    expect(pages.every((page) => page.length <= limit)).toBe(true);
    expect(pages).toHaveLength(Math.ceil(names.length / limit));
  });

  test('that a filter leaves out cost no page its place', async () => {
    for (const name of names) await store.appear(name);
    const pages = await walk(2, (request) =>
      store.readings.services(request, {
        includes: ({ serviceName }) => Number(serviceName.slice(-2)) % 5 === 0,
      }),
    );
    expect(pages.flat().map((item) => item.serviceName)).toEqual(names.filter((_, i) => i % 5 === 0));
  });

  test('of a filter that nothing passes are an empty last page', async () => {
    for (const name of names) await store.appear(name);
    expect(await walk(5, (request) => store.readings.services(request, { includes: () => false }))).toEqual([
      [],
    ]);
  });

  test('with names beyond the usual characters come once each', async () => {
    const odd = ['ａ-full-width', '\u{1D49C}-script', 'z', 'ä', '\u{1F6A8}', '\uFB01ligature', 'A B'];
    for (const name of odd) await store.appear(name);
    for (const limit of [1, 2, 3]) {
      const pages = await walk(limit, (request) => store.readings.services(request, all));
      expect(
        pages
          .flat()
          .map((item) => item.serviceName)
          .sort(),
      ).toEqual(odd.toSorted());
    }
  });
});

describe('incidents', () => {
  test.each(limits)('come newest first, each once, %i at a time', async (limit) => {
    const put: Incident[] = [];
    for (const [i, name] of names.entries()) put.push(await putIncident(name, 1_790_000_000_000 + i));
    const pages = await walk(limit, (request) => store.readings.incidents(request, all));
    expect(pages.flat()).toMatchObject(put.toReversed());
  });

  test.each(limits)('of one and the same millisecond come once each, %i at a time', async (limit) => {
    const put: Incident[] = [];
    for (const [i, name] of names.entries())
      put.push(await putIncident(name, 1_790_000_000_000 + Math.floor(i / 10)));
    const found = (await walk(limit, (request) => store.readings.incidents(request, all))).flat();
    expect(found.map((each) => each.incidentId).sort()).toEqual(put.map((each) => each.incidentId).sort());
    const times = found.map((each) => each.startedAtMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('of one service in one partition come once each, ties and all', async () => {
    for (let i = 0; i < 9; i++) await putIncident('orders', 1_790_000_000_000 + i);
    const pages = await walk(2, (request) => store.readings.incidents(request, all));
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2, 1]);
  });

  test('that begin while somebody turns the pages do not shift the rest', async () => {
    for (const [i, name] of names.entries()) await putIncident(name, 1_790_000_000_000 + i);
    const first = await store.readings.incidents({ limit: 10, after: null }, all);
    await putIncident('late', 1_790_000_100_000);
    const rest = await store.readings.incidents({ limit: 100, after: first.next }, all);
    expect([...first.items, ...rest.items].map((each) => each.serviceName)).toEqual(names.toReversed());
  });
});

test('instances of a service come once each, the newest first', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, (_, i) => store.appear('orders', `key-${i}`)));
  const serviceId = made[0]?.serviceId ?? '';
  const pages = await walk(5, (request) => store.readings.instances(serviceId, request));
  const found = pages.flat();
  expect(found.map((item) => item.instanceId).sort()).toEqual(made.map((item) => item.instanceId).sort());
  const times = found.map((item) => item.registeredAtMs);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(
    await walk(5, (request) => store.readings.instances(store.ids.serviceId('x', 'y'), request)),
  ).toEqual([[]]);
});

test('notifications are those of one incident, or all', async () => {
  const incidents = names
    .slice(0, 4)
    .map((name) => store.ids.incidentId(store.ids.serviceId(name, 'test'), 1));
  for (const incidentId of incidents) {
    const rows = ['down', 'down 1', 'resolved'].map((name) => rowFor(store, { incidentId }, name));
    await store.notifications.plan(rows);
  }
  const some = await walk(2, (request) => store.readings.notifications(incidents[1] ?? '', request));
  expect(some.flat().map((row) => row.incidentId)).toEqual(Array(3).fill(incidents[1]));
  const every = (await walk(5, (request) => store.readings.notifications(null, request))).flat();
  expect(new Set(every.map((row) => row.notificationId)).size).toBe(12);
  expect(every).toHaveLength(12);
});

describe('instances that are turned over while they change', () => {
  const keysOf = (count: number) => Array.from({ length: count }, (_, i) => `key-${i}`);

  test('are passed over never, though some stop being newcomers', async () => {
    const made = [];
    for (const key of keysOf(12)) made.push(await store.appear('orders', key));
    const serviceId = made[0]?.serviceId ?? '';
    const siblings = store.partitions.of(serviceId).serviceInstances(serviceId);
    const found = new Set<string>();
    for (let after: string | null = null; ; ) {
      const page = await store.readings.instances(serviceId, { limit: 3, after });
      for (const { instanceId } of page.items) found.add(instanceId);
      // As when they fall silent: some that were shown, and some that were not.
      for (const { instanceId } of [...page.items.slice(0, 1), ...made.slice(0, 1)])
        await store.client.zadd(siblings, 'XX', 0, instanceId);
      if (page.next === null) break;
      after = page.next;
    }
    expect([...found].sort()).toEqual(made.map((item) => item.instanceId).sort());
  });

  test('that are Down are found without a look at the newcomers', async () => {
    const made = [];
    for (const key of keysOf(40)) made.push(await store.appear('orders', key));
    const serviceId = made[0]?.serviceId ?? '';
    const keys = store.partitions.of(serviceId);
    expect(await store.readings.instances(serviceId, { limit: 2, after: null }, { status: 'Down' })).toEqual({
      items: [],
      next: null,
    });
    await store.client.hset(keys.service(serviceId), 'Down', 3);
    const down = made.slice(5, 8).map((item) => item.instanceId);
    for (const instanceId of down) {
      await store.client.hset(keys.instance(instanceId), 'status', 'Down');
      await store.client.zadd(keys.serviceInstances(serviceId), 'XX', 0, instanceId);
    }
    const pages = await walk(2, (request) =>
      store.readings.instances(serviceId, request, { status: 'Down' }),
    );
    expect(pages.flat().map((item) => item.instanceId)).toEqual(down.toSorted());
    expect(pages).toHaveLength(2);
  });
});
