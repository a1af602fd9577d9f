import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createArchiveService } from '../../src/actors/operating/archive-service.ts';
import type { Beats } from '../../src/actors/ports/heartbeats.ts';
import type { InstanceView } from '../../src/actors/ports/instances.ts';
import { rulesFor } from '../../src/domain/policy.ts';
import { createBeats } from '../../src/store/instances/beats.ts';
import { createArchive } from '../../src/store/services/archive.ts';
import { eventually } from '../support/eventually.ts';
import { blindAfterMs, openStore, rulesOf, type TestStore } from './open-store.ts';

let store: TestStore;
/** Two nodes: each remembers for itself what it has met. */
let nodes: Beats[];

beforeAll(async () => {
  store = await openStore();
  nodes = [1, 2].map(() => createBeats(store.client, store.partitions, () => blindAfterMs, rulesOf));
});
beforeEach(() => store.reset());
afterAll(() => store.close());

/** What each node answers that the instance is expected to do. */
async function answers(instanceId: string): Promise<unknown[]> {
  const receipts = await Promise.all(nodes.map((node) => node.receive(0, [{ instanceId, metadata: null }])));
  return receipts.map(({ outcomes: [outcome] }) =>
    outcome?.kind === 'received' ? outcome.expectedIntervalMs : outcome?.kind,
  );
}

async function redisNowMs(): Promise<number> {
  const [seconds, micros] = await store.client.time();
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

/** The instance registers again, through any node, and promises something else. */
async function promise(instanceId: string, registrantIntervalMs: number | null): Promise<void> {
  const view: InstanceView = await store.view(instanceId);
  const outcome = await store.registrations.write({
    ...{ instanceId, serviceId: view.serviceId, nowMs: view.nowMs, view, appears: false },
    description: { ...view.description, registrantIntervalMs },
    ...{ silentSinceMs: view.nowMs - 1, firstCheckAtMs: view.nowMs + 1_301, expectedIntervalMs: 1 },
  });
  expect(outcome.kind).toBe('committed');
}

describe('every node answers a heartbeat with what the instance is judged by', () => {
  test('at once after it registered again with another interval', async () => {
    const { instanceId } = await store.appear('orders');
    expect(await answers(instanceId)).toEqual([1_000, 1_000]);
    for (const promised of [300_000, 30_000, 500]) {
      await promise(instanceId, promised);
      expect(await answers(instanceId)).toEqual([promised, promised]);
    }
    await promise(instanceId, null);
    expect(await answers(instanceId)).toEqual([1_000, 1_000]);
  });

  test('at once when other rules apply to it', async () => {
    let intervalMs = 1_000;
    const node = createBeats(
      store.client,
      store.partitions,
      () => blindAfterMs,
      (name, own) => rulesFor({ intervalMs, downAfterMs: 8_000 }, [], name, own),
    );
    const { instanceId } = await store.appear('orders');
    const answer = async () => (await node.receive(0, [{ instanceId, metadata: null }])).outcomes;
    expect(await answer()).toMatchObject([{ expectedIntervalMs: 1_000 }]);
    intervalMs = 2_000;
    node.forgetRules();
    expect(await answer()).toMatchObject([{ expectedIntervalMs: 2_000 }]);
  });

  test('also after more changes than are kept, of which this is the first', async () => {
    const { instanceId } = await store.appear('orders', 'first');
    const other = await store.appear('orders', 'other');
    await answers(instanceId);
    await promise(instanceId, 300_000);
    for (let i = 0; i < 1_200; i++) await promise(other.instanceId, 1_000 + i);
    expect(await answers(instanceId)).toEqual([300_000, 300_000]);
    expect(await store.client.xlen(store.keys.changes)).toBeLessThan(1_200);
  });

  test('after it was archived and came back with another interval', async () => {
    const { instanceId, serviceId } = await store.appear('orders');
    await promise(instanceId, 300_000);
    await answers(instanceId);
    const meter = { incident: () => undefined } as never;
    await createArchiveService({ archive: createArchive(store.client, store.partitions), meter })(
      serviceId,
      'somebody',
    );
    await store.appear('orders');
    expect(await answers(instanceId)).toEqual([1_000, 1_000]);
  });

  test('after Redis came back empty, or without its latest writes', async () => {
    const { instanceId } = await store.appear('orders');
    await promise(instanceId, 300_000);
    await answers(instanceId);
    const [[newest] = ['']] = await store.client.xrevrange(store.keys.changes, '+', '-', 'COUNT', 1);
    // No Redis is back within the millisecond in which it was lost; an empty database is.
    await eventually('a later millisecond', async () => (await redisNowMs()) > Number(newest.split('-')[0]));
    await store.reset();
    await store.appear('orders');
    expect(await answers(instanceId)).toEqual([1_000, 1_000]);

    const [before] = await store.client.xrevrange(store.keys.changes, '+', '-', 'COUNT', 1);
    await promise(instanceId, 300_000);
    await answers(instanceId);
    // The promise is lost, and another one is made before anybody looks.
    const [lost] = await store.client.xrevrange(store.keys.changes, '+', '-', 'COUNT', 1);
    expect(lost?.[0]).not.toBe(before?.[0]);
    await store.client.xdel(store.keys.changes, lost?.[0] ?? '');
    await store.client.hset(store.keys.instance(instanceId), 'registrantIntervalMs', '');
    const other = await store.appear('orders', 'other');
    await promise(other.instanceId, 7_000);
    expect(await answers(instanceId)).toEqual([1_000, 1_000]);
  });

  test('and shows the same, though it was last judged by something else', async () => {
    const { instanceId } = await store.appear('orders');
    await store.client.hset(store.keys.instance(instanceId), 'intervalMs', 77_000);
    expect((await store.readings.instance(instanceId))?.expectedIntervalMs).toBe(1_000);
  });
});

test('a registration that promises the same as before makes no node forget anything', async () => {
  const { instanceId } = await store.appear('orders');
  await answers(instanceId);
  const changes = await store.client.xlen(store.keys.changes);
  await promise(instanceId, null);
  await store.appear('orders', 'another');
  expect(await store.client.xlen(store.keys.changes)).toBe(changes);
});
