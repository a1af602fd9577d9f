import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InstanceStatus, isLiving } from '../../../src/domain/status.ts';
import { readTotals } from '../../../src/store/lists/totals.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const beat = (instanceId: string) => store.beats.receive(0, [{ instanceId, metadata: null }]);
const eventCount = () => store.client.xlen(store.keys.events);

describe('a verdict', () => {
  test('is stale when a heartbeat came since the read: nothing is written', async () => {
    const view = await store.appear('orders');
    await beat(view.instanceId);
    const before = await eventCount();
    expect(await store.step(view, 'Degraded')).toEqual({ kind: 'stale' });
    expect((await store.view(view.instanceId)).state.status).toBe('Pending');
    expect(await eventCount()).toBe(before);
  });

  test('is stale when another one was committed since the read', async () => {
    const view = await store.appear('orders');
    expect(await store.step(view, 'Degraded')).toEqual({ kind: 'committed' });
    expect(await store.step(view, 'Down')).toEqual({ kind: 'stale' });
    expect((await store.view(view.instanceId)).state.status).toBe('Degraded');
  });

  test('is written once when twenty reach the same', async () => {
    const view = await store.appear('orders');
    const before = await eventCount();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => store.step(view, 'Degraded')));
    expect(outcomes.filter((outcome) => outcome.kind === 'committed')).toHaveLength(1);
    expect(await eventCount()).toBe(before + 1);
  });

  test('that replaces is stale when the newcomer is taken already', async () => {
    const first = await store.appear('orders', 'first');
    const second = await store.appear('orders', 'second');
    await store.passTime(10);
    const newcomer = await store.appear('orders', 'newcomer');
    const absorbed = { ...newcomer, status: 'Healthy' as const, version: null };
    const replace = (view: typeof first) =>
      store.checks.commit({
        view,
        after: { ...view.state, status: 'Replaced', sinceMs: view.nowMs },
        nextCheckAtMs: view.nowMs,
        expectedIntervalMs: 1_000,
        absorbed,
      });
    const kinds = (await Promise.all([replace(first), replace(second)])).map((outcome) => outcome.kind);
    expect(kinds.sort()).toEqual(['committed', 'stale']);
    const newcomers = await store.checks.newcomers(first.serviceId, {
      ...{ afterMs: first.registeredAtMs, otherVersionAfterMs: first.registeredAtMs },
    });
    expect(newcomers.map((each) => each.instanceId)).not.toContain(newcomer.instanceId);
  });

  test('that expires leaves nothing of the instance', async () => {
    const stopped = await store.appear('orders');
    await store.step(stopped, 'Stopped');
    await store.step(await store.view(stopped.instanceId), 'Expired');
    const names = await store.client.keys('*');
    const types = await Promise.all(names.map(async (name) => [name, await store.client.type(name)]));
    const sets = types.filter(([, type]) => type === 'zset').map(([name = '']) => name);
    const scores = await Promise.all(sets.map((name) => store.client.zscore(name, stopped.instanceId)));
    expect(scores.filter((score) => score !== null)).toEqual([]);
    expect(names).not.toContain(store.keys.instance(stopped.instanceId));
  });
});

describe('a timer', () => {
  test('is not set by a check since which somebody else set it: a wake-up, or another check', async () => {
    const view = await store.appear('orders');
    const outrun = await store.view(view.instanceId);
    expect(await store.checks.rest(view, 5, 1_000)).toEqual({ kind: 'committed' });
    expect(await store.checks.rest(outrun, 9, 1_000)).toEqual({ kind: 'stale' });
    const fresh = await store.view(view.instanceId);
    expect(fresh.timerMs).toBe(5);
    expect(await store.checks.rest(fresh, 7, 2_000)).toEqual({ kind: 'committed' });
    expect(await store.view(view.instanceId)).toMatchObject({ timerMs: 7, expectedIntervalMs: 2_000 });
  });

  test.each(['Pending', 'Degraded', 'Down'] as const)(
    'of an instance that is %s is not set when a heartbeat came since the read',
    async (status) => {
      const appeared = await store.appear('orders');
      if (status !== 'Pending') await store.step(appeared, status);
      const view = await store.view(appeared.instanceId);
      await store.passTime(10);
      const { nowMs } = await beat(view.instanceId);
      // Not even when it was no news any more.
      await store.client.zadd(store.keys.timer, view.timerMs ?? 0, view.instanceId);
      expect(await store.checks.rest(view, view.nowMs + 5_000, 1_000)).toEqual({ kind: 'stale' });
      expect(await store.view(view.instanceId)).toMatchObject({
        timerMs: view.timerMs,
        state: { silentSinceMs: nowMs },
      });
    },
  );

  test('of an instance that is on time is set though it beats all the while: it only comes early', async () => {
    const appeared = await store.appear('orders');
    await store.step(appeared, 'Healthy');
    const view = await store.view(appeared.instanceId);
    await store.passTime(10);
    await beat(view.instanceId);
    expect(await store.checks.rest(view, 5, 1_000)).toEqual({ kind: 'committed' });
  });

  test('is not set on a verdict when another was committed since the read', async () => {
    const view = await store.appear('orders');
    await store.step(view, 'Healthy');
    await store.client.zadd(store.keys.timer, view.timerMs ?? 0, view.instanceId);
    expect(await store.checks.rest(view, 5, 1_000)).toEqual({ kind: 'stale' });
  });

  test('of an instance that left is set for the day when it expires', async () => {
    const appeared = await store.appear('orders');
    await store.step(appeared, 'Stopped');
    const view = await store.view(appeared.instanceId);
    expect(await store.checks.rest(view, 5, 1_000)).toEqual({ kind: 'committed' });
  });

  test('of an instance that is gone is forgotten', async () => {
    const unregistered = store.ids.instanceId(store.ids.serviceId('orders', 'test'), 'nobody');
    await store.client.zadd(store.keys.timer, 5, unregistered);
    expect((await store.checks.lease(0, 0)).gone).toEqual([unregistered]);
    await store.checks.forget(unregistered);
    expect(await store.client.zscore(store.keys.timer, unregistered)).toBeNull();
    const { instanceId, timerMs } = await store.appear('orders');
    await store.checks.forget(instanceId);
    expect((await store.view(instanceId)).timerMs).toBe(timerMs);
  });
});

/** Which steps the rules could ever ask for. */
const steps: Partial<Record<InstanceStatus, InstanceStatus[]>> = {
  Pending: ['Healthy', 'Degraded', 'Stopped'],
  Healthy: ['Degraded', 'Stopped'],
  Degraded: ['Healthy', 'Down', 'Replaced', 'Stopped'],
  Down: ['Recovered', 'Replaced', 'Expired', 'Stopped'],
  Recovered: ['Healthy', 'Degraded', 'Stopped'],
  Stopped: ['Expired'],
  Replaced: ['Expired'],
};

test.each([1, 2, 3])(
  'after any sequence of steps the counts equal a recount of all instances (seed %i)',
  async (seed) => {
    const random = mulberry(seed);
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 50; n++) await anything(random);
      expect(livingOnly(await keptCounts())).toEqual(livingOnly(await recount()));
    }
  },
);

/** Something happens to one of fifteen instances of three services; some of it is stale, some is said twice. */
async function anything(random: () => number): Promise<void> {
  const name = `service-${Math.floor(random() * 3)}`;
  const key = `key-${Math.floor(random() * 5)}`;
  const instanceId = store.ids.instanceId(store.ids.serviceId(name, 'test'), key);
  const { instance } = await store.checks.read(instanceId);
  const left = instance === null || !isLiving(instance.state.status);
  if (left && random() < 0.8) await store.appear(name, key);
  if (instance === null) return;
  if (random() < 0.3) await beat(instanceId);
  const possible = steps[instance.state.status] ?? [];
  const to = possible[Math.floor(random() * possible.length)] ?? 'Stopped';
  await Promise.all([store.step(instance, to), store.step(instance, to)]);
}

/** How many instances are in which status, counted one by one, as totals and for each service. */
async function recount(): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {};
  for (const name of await store.client.keys(store.keys.instance('*'))) {
    const { serviceId, state } = await store.view(name.slice(store.keys.instance('').length));
    for (const of of ['all', serviceId]) {
      const one = (counts[of] ??= {});
      one[state.status] = (one[state.status] ?? 0) + 1;
    }
  }
  return counts;
}

/** The same as the store keeps it; what is 0 is left out. */
async function keptCounts(): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {};
  const totals = [...(await readTotals(store.client, store.partitions))];
  const ofInstances = totals.filter(([name]) => name.startsWith('instance:'));
  counts['all'] = Object.fromEntries(
    ofInstances.map(([name, count]) => [name.slice('instance:'.length), count]),
  );
  for (const name of await store.client.keys(store.keys.service('*'))) {
    const serviceId = name.slice(store.keys.service('').length);
    counts[serviceId] = { ...(await store.services.read(serviceId))?.state.counts };
  }
  for (const one of Object.values(counts)) {
    for (const [status, count] of Object.entries(one)) if (count === 0) delete one[status];
  }
  return counts;
}

/** A service counts its living instances; who has left is in the totals only. */
function livingOnly(counts: Record<string, Record<string, number>>) {
  const isShown = (of: string, status: string) => of === 'all' || isLiving(status as InstanceStatus);
  const entries = Object.entries(counts).map(([of, one]) => [
    of,
    Object.fromEntries(Object.entries(one).filter(([status]) => isShown(of, status))),
  ]);
  return Object.fromEntries(entries.filter(([, one]) => Object.keys(one ?? {}).length > 0)) as typeof counts;
}

/** A small random generator with a seed: a sequence that fails can be played again. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
