import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCheckInstances } from '../../src/actors/check-instances.ts';
import type { Checks } from '../../src/actors/ports/instances.ts';
import { blindAfterMs } from '../store/open-store.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const lateMs = timing.intervalMs + timing.graceMs + 1;
const timerMs = async (instanceId: string) =>
  Number(await actors.client.zscore(actors.keys.timer, instanceId));

/** Instances that are Healthy, and were heard just before their checks are due. */
async function heardInTime(...keys: string[]): Promise<string[]> {
  const made = await Promise.all(keys.map((key) => actors.register('orders', key)));
  const ids = made.map(({ instanceId }) => instanceId);
  for (const id of ids) await actors.beat(id);
  await actors.passTime(lateMs - 200);
  for (const id of ids) await actors.receiveHeartbeat.receive({ instanceId: id, metadata: null });
  await actors.passTime(250);
  actors.armed.length = 0;
  return ids;
}

/** The batch with other ports; what is checked alone is noted. */
function batchWith(checks: Partial<Checks>, rulesOf = actors.rulesOf) {
  const alone: string[] = [];
  const checkInstances = createCheckInstances({
    ...{ ...actors, rulesOf, blindAfterMs: () => blindAfterMs },
    checks: { ...actors.checks, ...checks },
    checkInstance: (instanceId) => {
      alone.push(instanceId);
      return actors.checkInstance(instanceId);
    },
  });
  return { checkInstances, alone };
}

describe('the checks that are due', () => {
  test('of instances that were heard in time are one lease and one write, and each has its wake-up', async () => {
    const ids = await heardInTime('one', 'two', 'three');
    let writes = 0;
    const { checkInstances, alone } = batchWith({
      rearm(...args) {
        writes++;
        return actors.checks.rearm(...args);
      },
    });
    const nowMs = await checkInstances(0);
    for (const id of ids) {
      const { timerMs: next, state } = await actors.view(id);
      expect(next).toBe(state.silentSinceMs + lateMs);
      expect(state.status).toBe('Healthy');
      const { delayMs } = actors.armed.find(({ instanceId }) => instanceId === id) ?? {};
      expect(delayMs).toBe((next ?? 0) - nowMs);
    }
    expect([writes, alone, actors.armed.length]).toEqual([1, [], 3]);
  });

  test('are made one by one where there is something to say, and the others go on', async () => {
    const [good = '', bad = ''] = await heardInTime('good', 'bad');
    await actors.client.zadd(actors.keys.seen, (await actors.view(bad)).nowMs - lateMs, bad);
    const { checkInstances, alone } = batchWith({});
    await checkInstances(0);
    expect(alone).toEqual([bad]);
    expect(await Promise.all([actors.status(good), actors.status(bad)])).toEqual(['Healthy', 'Degraded']);
    expect(actors.armed.map(({ instanceId }) => instanceId).sort()).toEqual([good, bad].sort());
  });

  test('are made alone of who is Down: a newcomer may have taken its place meanwhile', async () => {
    const { instanceId } = await actors.register('orders', 'old');
    await actors.beat(instanceId);
    await actors.passTime(timing.downAfterMs + 1_000);
    await actors.check(instanceId);
    const newcomer = await actors.register('orders', 'new');
    await actors.beat(newcomer.instanceId);
    await actors.client.zadd(actors.keys.timer, 5, instanceId);
    await actors.checkInstances(0);
    expect(await actors.status(instanceId)).toBe('Replaced');
  });

  test('are made at once again of who was heard between lease and write, though the node died that heard it', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.passTime(lateMs);
    await actors.check(instanceId);
    await actors.client.zadd(actors.keys.timer, 5, instanceId);
    const { checkInstances } = batchWith({
      async rearm(...args) {
        await actors.beats.receive(0, [{ instanceId, metadata: null }]);
        return actors.checks.rearm(...args);
      },
    });
    await checkInstances(0);
    expect(await actors.status(instanceId)).toBe('Healthy');
  });

  test('are due again after their lease when the worker died in it', async () => {
    const [id = ''] = await heardInTime('one');
    const dying = batchWith({ rearm: () => Promise.reject(new Error('the worker is gone')) });
    await expect(dying.checkInstances(0)).rejects.toThrow('the worker is gone');
    await actors.checkInstances(0);
    expect(await timerMs(id)).toBeLessThan((await actors.view(id)).nowMs + 301);
    await actors.passTime(301);
    await actors.checkInstances(0);
    const { silentSinceMs } = (await actors.view(id)).state;
    expect(await timerMs(id)).toBe(silentSinceMs + lateMs);
  });

  test('are made of all of them, some hundred at a time, the most overdue first', async () => {
    const leased: number[] = [];
    const nobody = Array.from({ length: 1_100 }, (_, i) =>
      actors.ids.instanceId(actors.ids.serviceId('orders', 'test'), `nobody-${i}`),
    );
    await actors.client.zadd(actors.keys.timer, ...nobody.flatMap((id, i) => [5 + i, id]));
    const { checkInstances, alone } = batchWith({
      async lease(...args) {
        const lease = await actors.checks.lease(...args);
        leased.push(lease.gone.length);
        return lease;
      },
    });
    await checkInstances(0);
    expect(leased).toEqual([500, 500, 100]);
    expect(alone.slice(0, 3)).toEqual(nobody.slice(0, 3));
    expect(await actors.client.exists(actors.keys.timer)).toBe(0);
  });

  test('write an interval that is another than before', async () => {
    const [id = ''] = await heardInTime('one');
    await actors.client.hset(actors.keys.instance(id), 'intervalMs', 77);
    await actors.checkInstances(0);
    expect((await actors.view(id)).expectedIntervalMs).toBe(timing.intervalMs);
  });

  test('of one that cannot be judged keep no other from its turn', async () => {
    const [good = '', bad = ''] = await heardInTime('good', 'bad');
    await actors.client.hset(actors.keys.instance(bad), 'status', 'Odd');
    await actors.checkInstances(0);
    expect(await timerMs(good)).toBe((await actors.view(good)).state.silentSinceMs + lateMs);
    expect(actors.warned).toEqual(['instance failed; retrying']);
  });

  test('judge nobody while the monitor is blind, not even who is Down, and come back together', async () => {
    const { instanceId: down } = await actors.register('stock', 'down');
    await actors.passTime(timing.downAfterMs);
    await actors.check(down);
    const [up = ''] = await heardInTime('up');
    await actors.passTime(600_000, true);
    const { checkInstances, alone } = batchWith({});
    const nowMs = await checkInstances(0);
    expect(alone).toEqual([]);
    expect(await Promise.all([actors.status(up), actors.status(down)])).toEqual(['Healthy', 'Down']);
    expect(await timerMs(up)).toBeGreaterThanOrEqual(nowMs + blindAfterMs);
    expect(await timerMs(down)).toBeGreaterThanOrEqual(nowMs + blindAfterMs);
  });
});
