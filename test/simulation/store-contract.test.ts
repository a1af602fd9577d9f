import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InstanceView } from '../../src/actors/ports/instances.ts';
import type { InstanceStatus } from '../../src/domain/status.ts';
import { ids } from '../../src/store/ids.ts';
import { rowFor } from '../store/notifications/notification-row.ts';
import { describedAs } from '../store/open-store.ts';
import { openMemoryStore } from './memory/open-memory-store.ts';
import { openRedisStore } from './open-redis-store.ts';
import type { SimulatedStore } from './simulated-store.ts';

const blindAfterMs = 3_000;
const startMs = 1_700_000_000_000;
const serviceId = ids.serviceId('orders', 'test');

const kinds: [string, () => Promise<SimulatedStore>][] = [
  ['in memory', async () => openMemoryStore(blindAfterMs)],
  ['of Redis', () => openRedisStore(blindAfterMs)],
];

describe.each(kinds)('the store %s', (_kind, open) => {
  let store: SimulatedStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    store.setTime(startMs);
    await store.restore(null);
    await tick();
  });

  const tick = async () => store.beats.receive(0, [], await store.beats.now(0));
  const beat = (instanceId: string) => store.beats.receive(0, [{ instanceId, metadata: null }]);

  async function register(instanceKey = 'one'): Promise<InstanceView> {
    const instanceId = ids.instanceId(serviceId, instanceKey);
    const { nowMs, instance } = await store.registrations.read(instanceId);
    const description = { ...describedAs('orders', instanceKey), registrantIntervalMs: 500 };
    await store.registrations.ensureService(serviceId, description, nowMs);
    await store.registrations.write({
      ...{ instanceId, serviceId, nowMs, view: instance, description, appears: instance === null },
      ...{ silentSinceMs: nowMs - 1, firstCheckAtMs: nowMs + 1_000, expectedIntervalMs: 500 },
    });
    return viewOf(instanceId);
  }

  async function viewOf(instanceId: string): Promise<InstanceView> {
    const { instance } = await store.checks.read(instanceId);
    if (instance === null) throw new Error(`there is no instance ${instanceId}`);
    return instance;
  }

  const step = (view: InstanceView, to: InstanceStatus, absorbed: InstanceView | null = null) =>
    store.checks.commit({
      view,
      after: { ...view.state, status: to, sinceMs: view.nowMs, judgedSilenceMs: view.state.silentSinceMs },
      nextCheckAtMs: view.nowMs + 5_000,
      expectedIntervalMs: 500,
      absorbed: absorbed && { ...absorbed, status: absorbed.state.status, version: null },
    });

  test('stamps a heartbeat with its own time, wakes who is waited for once, and knows no unregistered instance', async () => {
    const { instanceId } = await register();
    store.setTime(startMs + 700);
    const first = await beat(instanceId);
    expect(first).toMatchObject({ nowMs: startMs + 700, blindMs: 0 });
    expect(first.outcomes).toEqual([
      { kind: 'received', serviceStatus: 'Pending', expectedIntervalMs: 500, isNews: true },
    ]);
    expect((await beat(instanceId)).outcomes[0]).toMatchObject({ isNews: false });
    expect((await beat(ids.instanceId(serviceId, 'nobody'))).outcomes).toEqual([
      { kind: 'unknown-instance' },
    ]);
    expect((await viewOf(instanceId)).state).toMatchObject({ silentSinceMs: startMs + 700, hasBeaten: true });
  });

  test('notes a gap when nothing came for too long, and never goes back in time', async () => {
    const { instanceId } = await register();
    store.setTime(startMs + 3_000);
    expect((await tick()).blindMs).toBe(0);
    store.setTime(startMs + 6_001);
    expect((await beat(instanceId)).blindMs).toBe(3_001);
    store.setTime(startMs + 10);
    expect((await tick()).nowMs).toBe(startMs + 6_001);
    store.setTime(startMs + 30);
    const { nowMs, tickAtMs, gaps } = await store.checks.read(instanceId);
    expect({ nowMs, tickAtMs, gaps }).toEqual({
      nowMs: startMs + 6_021,
      tickAtMs: startMs + 6_001,
      gaps: [],
    });
    expect((await store.all()).gaps).toEqual([{ fromMs: startMs + 3_000, toMs: startMs + 6_001 }]);
  });

  test('writes a step once: not on an old view, and not after a heartbeat', async () => {
    const view = await register();
    store.setTime(startMs + 5);
    await beat(view.instanceId);
    expect(await step(view, 'Degraded')).toEqual({ kind: 'stale' });
    const fresh = await viewOf(view.instanceId);
    expect(await step(fresh, 'Healthy')).toEqual({ kind: 'committed' });
    expect(await step(fresh, 'Healthy')).toEqual({ kind: 'stale' });
    const { events } = await store.all();
    expect(events.map((event) => event.type === 'instance.changed' && event.to)).toEqual([
      'Pending',
      'Healthy',
    ]);
    expect(events.at(-1)).toMatchObject({ counts: { Pending: 0, Healthy: 1 } });
    expect((await store.services.read(serviceId))?.state.counts).toMatchObject({ Pending: 0, Healthy: 1 });
  });

  test('lets a newcomer take the place of one instance only', async () => {
    const [one, two] = [await register('one'), await register('two')];
    store.setTime(startMs + 10);
    const newcomer = await register('newcomer');
    const window = { afterMs: startMs, otherVersionAfterMs: startMs };
    const found = await store.checks.newcomers(serviceId, window);
    expect(found.map((each) => each.instanceId)).toEqual([newcomer.instanceId]);
    expect(await step(one, 'Replaced', newcomer)).toEqual({ kind: 'committed' });
    expect(await step(two, 'Replaced', newcomer)).toEqual({ kind: 'stale' });
    expect(await store.checks.newcomers(serviceId, window)).toEqual([]);
    expect((await beat(one.instanceId)).outcomes).toEqual([{ kind: 'unknown-instance' }]);
  });

  test('forgets an instance that expired', async () => {
    const view = await register();
    await step(view, 'Stopped');
    await step(await viewOf(view.instanceId), 'Expired');
    expect((await store.checks.read(view.instanceId)).instance).toBeNull();
  });

  test('leases what is overdue to one worker, until it is overdue once more', async () => {
    const { instanceId } = await register();
    const leased = async (lateMs: number) =>
      (await store.checks.lease(0, lateMs)).instances.map((each) => each.instanceId);
    expect(await leased(0)).toEqual([]);
    store.setTime(startMs + 2_000);
    expect(await leased(1_001)).toEqual([]);
    expect(await leased(1_000)).toEqual([instanceId]);
    store.setTime(startMs + 2_300);
    expect(await leased(0)).toEqual([]);
    store.setTime(startMs + 2_301);
    expect(await leased(0)).toEqual([instanceId]);
  });

  test('gives with a lease what a single look sees, and the gaps since the oldest sign of life', async () => {
    const early = await register('early');
    await step(early, 'Healthy');
    store.setTime(startMs + 10_000);
    await tick();
    const [stopped, late] = [await register('stopped'), await register('late')];
    await step(stopped, 'Stopped');
    store.setTime(startMs + 20_000);
    await tick();
    const lease = await store.checks.lease(0, 0);
    expect(lease).toMatchObject({ nowMs: startMs + 20_000, tickAtMs: startMs + 20_000, gone: [] });
    expect(lease.gaps).toHaveLength(2);
    expect(lease.instances.map(({ instanceId }) => instanceId)).toEqual(
      [early, late, stopped].map(({ instanceId }) => instanceId),
    );
    for (const { instanceId, state, ...leased } of lease.instances) {
      const view = await viewOf(instanceId);
      expect(view).toMatchObject({ state, timerMs: lease.untilMs, health: leased.health });
      expect(view).toMatchObject({
        description: { ...leased.name, registrantIntervalMs: leased.registrantIntervalMs },
        expectedIntervalMs: leased.expectedIntervalMs,
      });
    }
  });

  test('sets the timers of a lease again but where something happened since, and names those', async () => {
    const [calm, beaten] = [await register('calm'), await register('beaten')];
    const [registered, gone] = [await register('registered'), await register('gone')];
    for (const one of [calm, registered]) await step(one, 'Healthy');
    store.setTime(startMs + 6_000);
    const { untilMs, instances } = await store.checks.lease(0, 0);
    await beat(calm.instanceId);
    await beat(beaten.instanceId);
    await register('registered');
    await step(await viewOf(gone.instanceId), 'Stopped');
    await step(await viewOf(gone.instanceId), 'Expired');
    const nextCheckAtMs = startMs + 9_000;
    const stale = await store.checks.rearm(
      0,
      untilMs,
      instances.map((instance) => ({ instance, nextCheckAtMs })),
    );
    expect(stale.sort()).toEqual([beaten, registered, gone].map((each) => each.instanceId).sort());
    expect((await viewOf(calm.instanceId)).timerMs).toBe(nextCheckAtMs);
    expect((await viewOf(beaten.instanceId)).timerMs).toBe(startMs + 6_000);
    expect((await viewOf(registered.instanceId)).timerMs).toBe(startMs + 7_000);
  });

  test('gives a claim to one, lets only its holder settle, and gives it to another when it ran out', async () => {
    const row = rowFor({ ids }, { createdAtMs: startMs, nextAttemptAtMs: startMs }, 'down');
    await store.notifications.plan([row, row]);
    const first = await store.notifications.claim(row.notificationId, 'a', 20_000);
    expect(first).toMatchObject({ kind: 'claimed', claim: { token: 'a', notification: { attempts: 1 } } });
    expect(await store.notifications.claim(row.notificationId, 'b', 20_000)).toEqual({
      ...{ kind: 'waiting', attempts: 1, delayMs: 20_000 },
    });
    store.setTime(startMs + 20_000);
    const second = await store.notifications.claim(row.notificationId, 'b', 20_000);
    if (first.kind !== 'claimed' || second.kind !== 'claimed') throw new Error('both should hold it once');
    expect(await store.notifications.sent(first.claim, null)).toEqual({ kind: 'stale' });
    expect(await store.notifications.retry(second.claim, 5_000, 'busy')).toEqual({ kind: 'committed' });
    const [kept] = (await store.all()).notifications;
    expect(kept).toMatchObject({ state: 'pending', reason: 'busy', nextAttemptAtMs: startMs + 25_000 });
  });

  test('finds a message that is overdue, and again only while nobody has touched it', async () => {
    const row = rowFor({ ids }, { createdAtMs: startMs, nextAttemptAtMs: startMs }, 'down');
    const { notificationId, channelId } = row;
    await store.notifications.plan([row]);
    expect(await store.overdue.deliveries(1_000)).toEqual([]);
    store.setTime(startMs + 1_000);
    const found = await store.overdue.deliveries(1_000);
    expect(found).toEqual([{ notificationId, channelId, attempts: 0 }]);
    expect(await store.overdue.deliveries(1_000)).toEqual([]);
    expect(await store.overdue.untouched(found)).toEqual(found);
    const outcome = await store.notifications.claim(notificationId, 'a', 20_000);
    expect(await store.overdue.untouched(found)).toEqual([]);
    if (outcome.kind !== 'claimed') throw new Error('it should be claimed');
    await store.notifications.sent(outcome.claim, null);
    expect(await store.overdue.untouched([{ ...found[0]!, attempts: 1 }])).toEqual([]);
  });

  test('gives each event to one reader of a group, and again to another until it is done', async () => {
    const stream = store.stream('roll-up-service', 'a');
    await stream.ensureGroup();
    await register();
    const entries = await stream.next(1);
    expect(entries.map(({ event }) => event.type)).toEqual(['instance.changed']);
    const other = store.stream('roll-up-service', 'b');
    expect(await other.next(1)).toEqual([]);
    expect(await other.abandoned(0)).toEqual(entries);
    await other.done(entries.map(({ entryId }) => entryId));
    expect(await other.abandoned(0)).toEqual([]);
  });

  test('goes back to a snapshot with all that it held', async () => {
    const { instanceId } = await register();
    await store.snapshot('then');
    await step(await viewOf(instanceId), 'Degraded');
    await store.restore('then');
    expect((await viewOf(instanceId)).state.status).toBe('Pending');
    expect((await store.all()).events).toHaveLength(1);
  });
});
