import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describedAs, openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const beat = (instanceId: string) => store.beats.receive(0, [{ instanceId, metadata: null }]);
const service = async (serviceId: string) => {
  const found = await store.services.read(serviceId);
  if (found === null) throw new Error('there is no such service');
  return found;
};

describe('ensuring a service', () => {
  test('makes it once, however many do so at the same time', async () => {
    const serviceId = store.ids.serviceId('orders', 'test');
    const name = { serviceName: 'orders', environment: 'test' };
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => store.registrations.ensureService(serviceId, name, 1_000 + i)),
    );
    expect(await store.client.hget(store.keys.totals, 'service:Pending')).toBe('1');
    expect(await store.client.zcard(store.keys.serviceIndex)).toBe(1);
    expect((await service(serviceId)).state.status).toBe('Pending');
  });

  test('leaves one that exists as it is', async () => {
    const { serviceId } = await store.appear('orders');
    await store.client.hset(store.keys.service(serviceId), 'status', 'Down', 'sinceMs', 5);
    await store.registrations.ensureService(serviceId, { serviceName: 'orders', environment: 'test' }, 9_999);
    expect((await service(serviceId)).state).toMatchObject({ status: 'Down', sinceMs: 5 });
  });
});

describe('a registration', () => {
  test('of a new instance writes all that it said, and counts it once', async () => {
    const view = await store.appear('orders');
    expect(view.description).toEqual(describedAs('orders', 'one'));
    expect(view.previousBeatAtMs).toBe(null);
    expect(view.state).toMatchObject({ status: 'Pending', hasBeaten: false });
    expect(view.state.silentSinceMs).toBe(view.registeredAtMs - 1);
    expect((await service(view.serviceId)).state.counts.Pending).toBe(1);
    expect(await store.client.hgetall(store.keys.totals)).toEqual({
      'service:Pending': '1',
      'instance:Pending': '1',
    });
  });

  test('holds what nodes of schema version 1 read only where they may share the data, and is read alike', async () => {
    const fields = ['serviceId', 'generation'];
    const lean = await store.appear('orders', 'lean');
    store.schema.version = 1;
    const whole = await store.appear('orders', 'whole');
    const held = (id: string) => store.client.hmget(store.keys.instance(id), ...fields);
    expect(await held(lean.instanceId)).toEqual([null, null]);
    expect(await held(whole.instanceId)).toEqual([store.ids.serviceId('orders', 'test'), '0']);
    expect(lean.serviceId).toBe(whole.serviceId);
  });

  test('that was decided before another one writes nothing', async () => {
    const view = await store.appear('orders');
    const outcome = await rewrite({ ...view, revision: 0 });
    expect(outcome).toEqual({ kind: 'stale' });
    expect((await store.view(view.instanceId)).revision).toBe(view.revision);
  });

  test('that was decided before a heartbeat woke the instance writes nothing', async () => {
    const view = await store.appear('orders');
    await beat(view.instanceId);
    expect(await rewrite(view)).toEqual({ kind: 'stale' });
    expect((await store.view(view.instanceId)).timerMs).toBe(
      (await store.view(view.instanceId)).state.silentSinceMs,
    );
  });

  test('that was decided before a heartbeat does not take its stamp back', async () => {
    const pending = await store.appear('orders');
    await beat(pending.instanceId);
    await store.step(await store.view(pending.instanceId), 'Healthy');
    const view = await store.view(pending.instanceId);
    await store.passTime(50);
    const { nowMs } = await beat(view.instanceId);
    expect(await rewrite(view)).toEqual({ kind: 'committed' });
    expect((await store.view(view.instanceId)).state).toMatchObject({
      silentSinceMs: nowMs,
      hasBeaten: true,
    });
  });

  test('of one that had left counts it again, and not as a newcomer', async () => {
    const first = await store.appear('orders');
    await store.step(first, 'Stopped');
    const back = await store.appear('orders');
    expect(back.instanceId).toBe(first.instanceId);
    expect(back.state.status).toBe('Pending');
    expect((await service(first.serviceId)).state.counts.Pending).toBe(1);
    expect(await store.client.hgetall(store.keys.totals)).toMatchObject({
      'instance:Pending': '1',
      'instance:Stopped': '0',
    });
    expect(await store.checks.newcomers(first.serviceId, { afterMs: 0, otherVersionAfterMs: 0 })).toEqual([]);
  });

  test('keeps no field that was not said, and takes away what was said before', async () => {
    const view = await store.appear('orders');
    const promised = { ...view.description, registrantIntervalMs: 500, apiKeyId: 'somebody' };
    await rewrite({ ...view, description: promised });
    const known = await store.view(view.instanceId);
    expect(known.description).toEqual(promised);
    await rewrite({ ...known, description: view.description });
    expect((await store.view(view.instanceId)).description).toEqual(view.description);
    const fields = await store.client.hkeys(store.keys.instance(view.instanceId));
    for (const name of ['registrantIntervalMs', 'apiKeyId', 'previousBeatAtMs'])
      expect(fields).not.toContain(name);
  });

  test('of an instance that was removed never has a revision of before', async () => {
    const before = await store.appear('orders');
    await store.step(before, 'Healthy');
    await store.client.del(store.keys.instance(before.instanceId), store.keys.timer);
    await store.passTime(1);
    expect((await store.appear('orders')).revision).toBeGreaterThan(before.revision);
  });

  test('of a key that is nothing but odd characters is the same instance each time', async () => {
    const key = 'ä:{m1}:"\\ \u2028 \0';
    const first = await store.appear('orders', key);
    const again = await store.appear('orders', key);
    expect(again.instanceId).toBe(first.instanceId);
    expect(again.description.instanceKey).toBe(key);
  });
});

/** A registration again, decided on `view`. */
function rewrite(view: Awaited<ReturnType<TestStore['view']>>) {
  return store.registrations.write({
    instanceId: view.instanceId,
    serviceId: view.serviceId,
    nowMs: view.nowMs,
    view: view.revision === 0 ? null : view,
    appears: false,
    description: view.description,
    silentSinceMs: view.nowMs - 1,
    firstCheckAtMs: view.nowMs + 1_301,
    expectedIntervalMs: 1_000,
  });
}
