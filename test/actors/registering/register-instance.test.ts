import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describedAs } from '../../store/open-store.ts';
import { openActors, type TestActors } from '../open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const silentSince = async (instanceId: string) => (await actors.view(instanceId)).state.silentSinceMs;

describe('registering', () => {
  test('again under the same key is the same instance, described anew', async () => {
    const first = await actors.register('orders', 'one');
    const again = await actors.registerInstance({ ...describedAs('orders', 'one'), version: '2.0.0' });
    expect([first.kind, again.kind]).toEqual(['created', 'updated']);
    expect(again.instanceId).toBe(first.instanceId);
    const view = await actors.view(first.instanceId);
    expect(view.description.version).toBe('2.0.0');
    expect((await actors.service('orders')).state.counts.Pending).toBe(1);
  });

  test('under the id that an earlier registration returned is the same instance, in any case', async () => {
    const first = await actors.register('orders', 'one');
    const again = await actors.register('orders', first.instanceId.toUpperCase());
    expect(again).toMatchObject({ kind: 'updated', instanceId: first.instanceId });
    expect((await actors.view(first.instanceId)).description.instanceKey).toBe('one');
  });

  test('under the id of another service is a new instance', async () => {
    const first = await actors.register('orders', 'one');
    const other = await actors.register('billing', first.instanceId);
    expect(other.kind).toBe('created');
    expect(other.instanceId).not.toBe(first.instanceId);
  });

  test('fifty times at once gives one instance, right counts, and an answer to everybody', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => actors.register('orders', 'one')));
    expect(new Set(answers.map((answer) => answer.instanceId)).size).toBe(1);
    expect(answers.filter((answer) => answer.kind === 'created')).toHaveLength(1);
    expect((await actors.service('orders')).state.counts.Pending).toBe(1);
    expect(await actors.client.hgetall(actors.keys.totals)).toEqual({
      'service:Pending': '1',
      'instance:Pending': '1',
    });
    const events = (await actors.read('test')).filter((event) => event.type === 'instance.changed');
    expect(events).toHaveLength(1);
  });

  test('fifty instances of a new service at once are fifty instances of one service', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => actors.register('orders', `key-${i}`)));
    expect((await actors.service('orders')).state.counts.Pending).toBe(50);
    expect(await actors.client.hget(actors.keys.totals, 'service:Pending')).toBe('1');
  });

  test('after it stopped brings the instance back, Pending', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    await actors.stopInstance(instanceId);
    expect((await actors.register('orders', 'one')).kind).toBe('returned');
    expect(await actors.status(instanceId)).toBe('Pending');
    expect((await actors.service('orders')).state.counts).toMatchObject({ Pending: 1, Healthy: 0 });
  });

  test('arms the check for the moment at which the instance would be late', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const { registeredAtMs } = await actors.view(instanceId);
    expect(Number(await actors.client.zscore(actors.keys.timer, instanceId))).toBe(
      registeredAtMs - 1 + 1_301,
    );
    expect(actors.armed).toEqual([{ instanceId, delayMs: 1_300 }]);
  });

  test('keeps what the registrant promised as its interval', async () => {
    const { instanceId } = await actors.registerInstance({
      ...describedAs('nightly', 'one'),
      registrantIntervalMs: 300_000,
    });
    expect((await actors.view(instanceId)).expectedIntervalMs).toBe(300_000);
    expect((await actors.service('nightly')).registrantIntervalMs).toBe(300_000);
  });
});

describe('the start of silence', () => {
  test('is the first of several registrations without a heartbeat between them', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const first = await silentSince(instanceId);
    for (let i = 0; i < 3; i++) {
      await actors.passTime(500);
      await actors.register('orders', 'one');
      expect(await silentSince(instanceId)).toBe(first);
    }
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Degraded');
  });

  test('moves once when a process that was heard registers again', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    const heardAtMs = await silentSince(instanceId);
    await actors.passTime(1_000);
    await actors.register('orders', 'one');
    const restarted = await silentSince(instanceId);
    expect(restarted).toBeGreaterThanOrEqual(heardAtMs + 999);
    expect((await actors.view(instanceId)).previousBeatAtMs).toBe(heardAtMs);
    await actors.passTime(500);
    await actors.register('orders', 'one');
    expect(await silentSince(instanceId)).toBe(restarted);
    expect((await actors.view(instanceId)).previousBeatAtMs).toBe(heardAtMs);
  });

  test('of a Down instance that registers again heals nothing: only a heartbeat does', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    await actors.beat(instanceId);
    await actors.passTime(4_000);
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Down');
    await actors.register('orders', 'one');
    await actors.check(instanceId);
    expect(await actors.status(instanceId)).toBe('Down');
    await actors.beat(instanceId);
    expect(await actors.status(instanceId)).toBe('Recovered');
  });
});
