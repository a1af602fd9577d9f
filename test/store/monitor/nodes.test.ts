import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { NodeSettings } from '../../../src/domain/node-settings.ts';
import { createNodes } from '../../../src/store/monitor/nodes.ts';
import { createNodeReadings } from '../../../src/store/monitor/read-nodes.ts';
import { createVitals } from '../../../src/store/monitor/vitals.ts';
import { createKnownChannels } from '../../../src/store/notifications/known-channels.ts';
import { blindAfterMs, openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterEach(() => void vi.restoreAllMocks());
afterAll(() => store.close());

const settings = (nodeId: string, downAfter: string, channelIds: string[] | null): NodeSettings => ({
  ...{ nodeId, name: nodeId, version: '1', values: { downAfter }, channelIds },
});
const open = (nodeId: string, downAfter: string, channelIds: string[] | null = null) =>
  createNodes(store.client, store.partitions, () => settings(nodeId, downAfter, channelIds));

test('a node is seen with what it judges by, since when and when last, by the clock of Redis', async () => {
  const api = open('api-1', '2 min');
  await api.show();
  const { nowMs: firstMs } = await api.read();
  await store.passTime(10_000);
  await api.show();
  const { nowMs, nodes } = await createNodeReadings(store.client, store.partitions).read();
  expect(nodes).toHaveLength(1);
  expect(nodes[0]).toMatchObject(settings('api-1', '2 min', null));
  expect(Math.abs((nodes[0]?.sinceMs ?? 0) - firstMs)).toBeLessThan(1_000);
  expect(Math.abs((nodes[0]?.shownAtMs ?? 0) - nowMs)).toBeLessThan(1_000);
});

test('a node that judges by something else from now on is new since then; one that cannot use its file is seen', async () => {
  let self = settings('api-1', '2 min', ['hook']);
  const node = createNodes(store.client, store.partitions, () => self);
  const show = async (next: NodeSettings, afterMs: number) => {
    self = next;
    await store.passTime(afterMs);
    await node.show();
    const { nowMs, nodes } = await node.read();
    return { ...nodes[0], forMs: nowMs - (nodes[0]?.sinceMs ?? 0) };
  };
  await node.show();
  const refusing = await show({ ...self, fileErrors: ['channels: is missing'] }, 10_000);
  expect(refusing.fileErrors).toEqual(['channels: is missing']);
  expect(refusing.forMs).toBeGreaterThanOrEqual(10_000);
  expect((await show(settings('api-1', '4 s', ['hook']), 5_000)).forMs).toBeLessThan(1_000);
  expect((await show(settings('api-1', '4 s', ['hook', 'mail']), 5_000)).forMs).toBeLessThan(1_000);
  expect((await show(settings('api-1', '4 s', ['hook', 'mail']), 5_000)).forMs).toBeGreaterThanOrEqual(5_000);
});

test('the monitor knows which living nodes cannot use their file', async () => {
  const vitals = createVitals(store.client, store.partitions, {
    ...{ nodeId: 'w', channelIds: () => [], blindAfterMs: () => blindAfterMs, lossToldForMs: 0 },
    quotas: { instances: 0, servicesPerMinute: 0 },
  });
  const refusing = { ...settings('api-1', '2 min', null), fileErrors: ['a', 'b'] };
  await createNodes(store.client, store.partitions, () => refusing).show();
  await open('worker-2', '2 min').show();
  expect((await vitals.read()).refusals).toEqual([{ node: 'api-1', errors: ['a', 'b'] }]);
  await store.passTime(16_000);
  expect((await vitals.read()).refusals).toEqual([]);
});

test('a worker sees what lasts between it and another, and no longer once that one is gone', async () => {
  const [api, worker] = [open('api-1', '2 min'), open('worker-2', '4 s')];
  const vitals = createVitals(store.client, store.partitions, {
    ...{
      nodeId: 'worker-2',
      channelIds: () => [],
      blindAfterMs: () => blindAfterMs,
      lossToldForMs: 0,
      quotas: { instances: 0, servicesPerMinute: 0 },
    },
  });
  const pass = async (ms: number) => {
    await store.passTime(ms);
    await Promise.all([api.show(), worker.show()]);
    return (await vitals.read()).differences;
  };
  expect(await pass(0)).toMatchObject({ now: [{ setting: 'downAfter' }], lasting: [] });
  expect(await pass(50_000)).toMatchObject({ now: [{ setting: 'downAfter' }], lasting: [] });
  expect(await pass(10_000)).toMatchObject({ lasting: [{ setting: 'downAfter' }] });
  await store.passTime(16_000);
  await worker.show();
  expect((await vitals.read()).differences).toEqual({ now: [], lasting: [] });
});

test('a node that is long gone is forgotten, and with the last one everything', async () => {
  await open('old', '2 min').show();
  await store.passTime(11 * 60_000);
  const api = open('api-1', '2 min');
  await api.show();
  expect((await api.read()).nodes.map((node) => node.nodeId)).toEqual(['api-1']);
  expect(await store.client.pttl(store.keys.nodes)).toBeGreaterThan(0);
});

test('a channel of another worker is known, and one of its own without asking', async () => {
  await open('worker-2', '2 min', ['mail']).show();
  const channels = createKnownChannels(createNodeReadings(store.client, store.partitions), () => ['hook']);
  expect(await Promise.all(['hook', 'mail', 'chat'].map(channels.has))).toEqual([true, true, false]);
});

test('a node says how far its own clock is off that of Redis, however far that of the monitor ran ahead', async () => {
  const api = open('api-1', '2 min');
  const aheadMs = async () => {
    await api.show();
    return (await api.read()).nodes[0]?.clockAheadMs;
  };
  await store.passTime(600_000);
  expect(Math.abs((await aheadMs()) ?? Number.NaN)).toBeLessThan(500);
  const now = Date.now.bind(Date);
  const shift = vi.spyOn(Date, 'now').mockImplementation(() => now() + 7_000);
  expect(await aheadMs()).toSatisfy((ms: number) => ms > 6_000 && ms <= 7_001);
  shift.mockImplementation(() => now() - 7_000);
  expect(await aheadMs()).toSatisfy((ms: number) => ms < -6_000 && ms >= -7_001);
});
