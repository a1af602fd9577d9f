import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InstanceHealthChanged } from '../../../src/domain/events.ts';
import { type Health, hearHealth } from '../../../src/domain/health.ts';
import { createBeats } from '../../../src/store/instances/beats.ts';
import { createHealths } from '../../../src/store/instances/healths.ts';
import { blindAfterMs, describedAs, openStore, rulesOf, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

async function isNew(instanceId: string, health: Health | null, beats = store.beats) {
  const { outcomes } = await beats.receive(0, [{ instanceId, metadata: null, health }]);
  return outcomes[0]?.kind === 'received' ? (outcomes[0].isNewHealth ?? false) : 'unknown';
}

async function say(instanceId: string, to: Health, reasons: string | null = null) {
  const view = await store.view(instanceId);
  const after = hearHealth(view.health, to, view.nowMs, null);
  if (after === null) throw new Error(`${to} is no news`);
  const change = { view, after, nowMs: view.nowMs, reasons, wakes: false };
  return createHealths(store.client, store.partitions).commit(change);
}

async function register(instanceId: string) {
  const view = await store.view(instanceId);
  const description = describedAs('orders', view.description.instanceKey);
  return store.registrations.write({
    ...{ instanceId, serviceId: view.serviceId, nowMs: view.nowMs, view, appears: false, description },
    ...{ silentSinceMs: null, firstCheckAtMs: view.nowMs + 1_301, expectedIntervalMs: 1_000 },
  });
}

async function changes(): Promise<Omit<InstanceHealthChanged, 'type' | 'atMs'>[]> {
  const entries = await store.client.xrange(store.keys.events, '-', '+');
  return entries
    .map(([, [, event = '']]) => JSON.parse(event) as InstanceHealthChanged)
    .filter(({ type }) => type === 'instance.health-changed')
    .map(({ type: _, atMs: __, ...change }) => change);
}

const worst = async (serviceId: string) => (await store.readings.service(serviceId))?.health;

async function commandsOf(work: () => Promise<unknown>): Promise<number> {
  const count = async () =>
    Number(/total_commands_processed:(\d+)/.exec(await store.client.info('stats'))?.[1]);
  const before = await count();
  await work();
  // The second INFO is counted with the work.
  return (await count()) - before - 1;
}

describe('what an instance says of itself', () => {
  test('is news until it is stored, on every node', async () => {
    const { instanceId } = await store.appear('orders');
    const other = createBeats(store.client, store.partitions, () => blindAfterMs, rulesOf);
    expect(await isNew(instanceId, null)).toBe(false);
    for (const beats of [store.beats, other]) expect(await isNew(instanceId, 'healthy', beats)).toBe(true);
    await say(instanceId, 'healthy');
    for (const beats of [store.beats, other]) expect(await isNew(instanceId, 'healthy', beats)).toBe(false);
    // Each node hears only one of two words; neither is lost because a node knows it already.
    expect(await isNew(instanceId, 'unhealthy')).toBe(true);
    await say(instanceId, 'unhealthy');
    expect(await isNew(instanceId, 'healthy', other)).toBe(true);
    expect(await isNew(instanceId, 'unhealthy')).toBe(false);
    expect(await isNew(instanceId, null)).toBe(false);
  });

  test('costs a heartbeat no command of its own while it stays the same', async () => {
    const { instanceId } = await store.appear('orders');
    await say(instanceId, 'unhealthy');
    const beats = [{ instanceId, metadata: '{"cpu_percent":1}' }];
    await store.beats.receive(0, beats);
    // Ten times a second the clock notes what it said, which is a command more: the fewest of a few tries are without it.
    const fewest = async (more: object) => {
      const tries: number[] = [];
      for (let i = 0; i < 5; i++)
        tries.push(await commandsOf(() => store.beats.receive(0, [{ ...beats[0]!, ...more }])));
      return Math.min(...tries);
    };
    const silent = await fewest({});
    const said = await fewest({ health: 'unhealthy' as const });
    expect(said).toBe(silent);
  });

  test('is written once with its event, however many find it new', async () => {
    const { instanceId, serviceId } = await store.appear('orders');
    const view = await store.view(instanceId);
    const healths = createHealths(store.client, store.partitions);
    const said = { health: 'unhealthy', unhealthyBeats: 1 } as const;
    const after = { ...said, sinceMs: view.nowMs, countedAtMs: view.nowMs };
    const change = { view, after, nowMs: view.nowMs, reasons: 'database: timed out', wakes: false };
    const outcomes = await Promise.all([healths.commit(change), healths.commit(change)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['committed', 'stale']);
    expect((await store.view(instanceId)).health).toEqual(after);
    await say(instanceId, 'healthy');
    expect(await changes()).toEqual([
      { instanceId, serviceId, from: null, to: 'unhealthy', reasons: 'database: timed out' },
      { instanceId, serviceId, from: 'unhealthy', to: 'healthy', reasons: null },
    ]);
  });

  test('is for its service the worst of the instances that live', async () => {
    const one = await store.appear('orders', 'one');
    const two = await store.appear('orders', 'two');
    expect(await worst(one.serviceId)).toBeNull();
    await say(one.instanceId, 'healthy');
    await say(two.instanceId, 'degraded');
    expect(await worst(one.serviceId)).toBe('degraded');
    await say(one.instanceId, 'unhealthy');
    expect(await worst(one.serviceId)).toBe('unhealthy');
    await store.step(await store.view(one.instanceId), 'Down');
    expect(await worst(one.serviceId)).toBe('unhealthy');
    await store.step(await store.view(one.instanceId), 'Stopped');
    expect(await worst(one.serviceId)).toBe('degraded');
    await store.step(await store.view(one.instanceId), 'Expired');
    await store.step(await store.view(two.instanceId), 'Replaced');
    expect(await worst(one.serviceId)).toBeNull();
  });

  test('is forgotten when it registers again, which is an event as well', async () => {
    const { instanceId, serviceId } = await store.appear('orders');
    expect(await isNew(instanceId, 'unhealthy')).toBe(true);
    await say(instanceId, 'unhealthy');
    expect(await isNew(instanceId, 'unhealthy')).toBe(false);
    await register(instanceId);
    expect((await store.view(instanceId)).health).toBeNull();
    expect(await worst(serviceId)).toBeNull();
    expect((await changes()).at(-1)).toEqual({
      ...{ instanceId, serviceId, from: 'unhealthy', to: null, reasons: null },
    });
    expect(await isNew(instanceId, 'unhealthy')).toBe(true);
  });

  test('of one that deregistered is forgotten when it comes back, and is taken from its service once', async () => {
    const { instanceId, serviceId } = await store.appear('orders');
    await say(instanceId, 'unhealthy');
    await store.step(await store.view(instanceId), 'Stopped');
    await store.appear('orders');
    expect((await store.view(instanceId)).health).toBeNull();
    const said = await store.client.hget(store.keys.service(serviceId), 'health:unhealthy');
    expect(said).toBe('0');
  });
});
