import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InstanceView } from '../../../src/actors/ports/instances.ts';
import { createLeases } from '../../../src/store/instances/leases.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

/** Of another worker, which remembers what it has seen itself. */
const openLeases = () => createLeases(store.client, store.partitions);

async function healthy(instanceKey: string): Promise<InstanceView> {
  const { instanceId } = await store.appear('orders', instanceKey);
  await store.beats.receive(0, [{ instanceId, metadata: null }]);
  await store.step(await store.view(instanceId), 'Healthy');
  return store.view(instanceId);
}

/** Leases once all timers have passed; what nobody sets again is due once more after the lease. */
async function leaseAll(leases: ReturnType<typeof openLeases>) {
  await store.passTime(2_000);
  return leases.lease(0, 0);
}

/** Leases so often that it knows everybody, and asks only for revisions from then on. */
async function learnAll(leases: ReturnType<typeof openLeases>) {
  for (let i = 0; i < 2; i++) await leaseAll(leases);
}

/** How often the hash of an instance was read with its fields: a lease reads another hash, that of the clock, once. */
async function fieldReads(work: () => Promise<unknown>): Promise<number> {
  const calls = async () =>
    Number(/cmdstat_hmget:calls=(\d+)/.exec(await store.client.info('commandstats'))?.[1]);
  const before = await calls();
  await work();
  return (await calls()) - before;
}

describe('a lease', () => {
  test('reads the fields of an instance once, and then only its revision', async () => {
    const leases = openLeases();
    const view = await healthy('one');
    await store.passTime(2_000);
    expect(await fieldReads(() => leases.lease(0, 0))).toBe(2);
    const [first] = (await leaseAll(leases)).instances;
    await store.passTime(2_000);
    expect(await fieldReads(() => leases.lease(0, 0))).toBe(1);
    const [again] = (await leaseAll(leases)).instances;
    expect(again).toEqual(first);
    const { serviceName, environment } = view.description;
    expect(again).toEqual({
      ...{ instanceId: view.instanceId, name: { serviceName, environment } },
      ...{ registrantIntervalMs: null, state: view.state, expectedIntervalMs: 1_000, health: null },
    });
  });

  test('shows a new sign of life of an instance that it knows', async () => {
    const leases = openLeases();
    const { instanceId } = await healthy('one');
    await learnAll(leases);
    await store.passTime(2_000);
    const { nowMs } = await store.beats.receive(0, [{ instanceId, metadata: null }]);
    const [found] = (await leases.lease(0, 0)).instances;
    expect(found?.state.silentSinceMs).toBe(nowMs);
  });

  test('reads what somebody else has changed, beside those that did not change', async () => {
    const leases = openLeases();
    const views = [await healthy('one'), await healthy('two'), await healthy('three')];
    await learnAll(leases);
    const [changed] = views as [InstanceView];
    await store.step(changed, 'Degraded');
    const { instances } = await leaseAll(leases);
    const statusOf = Object.fromEntries(instances.map(({ instanceId, state }) => [instanceId, state.status]));
    expect(statusOf).toEqual(
      Object.fromEntries(
        views.map(({ instanceId }) => [
          instanceId,
          instanceId === changed.instanceId ? 'Degraded' : 'Healthy',
        ]),
      ),
    );
  });

  test('knows the interval that a check has written when nothing else changed', async () => {
    const leases = openLeases();
    const { instanceId } = await healthy('one');
    await learnAll(leases);
    const view = await store.view(instanceId);
    expect(await store.checks.rest(view, view.nowMs, 7_000)).toEqual({ kind: 'committed' });
    const [found] = (await leaseAll(leases)).instances;
    expect(found?.expectedIntervalMs).toBe(7_000);
  });

  test('leaves the timer of a Degraded instance that was heard since, though no heartbeat could wake it any more', async () => {
    const leases = openLeases();
    const { instanceId } = await healthy('one');
    await store.step(await store.view(instanceId), 'Degraded');
    // The first heartbeat wakes it, and only the first.
    await store.beats.receive(0, [{ instanceId, metadata: null }]);
    const lease = await leaseAll(leases);
    const [instance] = lease.instances;
    if (instance === undefined) throw new Error('it is due');
    const rest = { instance, nextCheckAtMs: lease.nowMs + 60_000 };
    await store.beats.receive(0, [{ instanceId, metadata: null }]);
    expect(await leases.rearm(0, lease.untilMs, [rest])).toEqual([instanceId]);
    const [again] = (await leaseAll(leases)).instances;
    const heard = (await store.view(instanceId)).state.silentSinceMs;
    expect(again?.state.silentSinceMs).toBe(heard);
  });

  test('names who is gone, however well it was known', async () => {
    const leases = openLeases();
    const views = [await healthy('one'), await healthy('two')];
    await learnAll(leases);
    const [gone, left] = views.map(({ instanceId }) => instanceId);
    await store.client.del(store.keys.instance(gone ?? ''));
    const lease = await leaseAll(leases);
    expect(lease.gone).toEqual([gone]);
    expect(lease.instances.map(({ instanceId }) => instanceId)).toEqual([left]);
  });

  test('forgets everything when its connection breaks: Redis may come back without its last writes', async () => {
    const leases = openLeases();
    const { instanceId, revision } = await healthy('one');
    await learnAll(leases);
    store.client.emit('close');
    // The same revision of another life.
    await store.client.hset(store.keys.instance(instanceId), 'status', 'Recovered', 'revision', revision);
    const [found] = (await leaseAll(leases)).instances;
    expect(found?.state.status).toBe('Recovered');
  });
});
