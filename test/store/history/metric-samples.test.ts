import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSampleMetrics } from '../../../src/actors/history/sample-metrics.ts';
import type { MetricSamples } from '../../../src/actors/ports/metric-samples.ts';
import { createMetricSamples } from '../../../src/store/history/metric-samples.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
let samples: MetricSamples;

beforeAll(async () => {
  store = await openStore();
  samples = createMetricSamples(store.client, store.partitions);
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const minuteMs = 60_000;
const sample = (most = 10) => createSampleMetrics({ samples, most, pause: async () => undefined })();

async function beat(instanceId: string, metadata: object | null): Promise<void> {
  const text = metadata === null ? null : JSON.stringify(metadata);
  await store.beats.receive(0, [{ instanceId, metadata: text }], await store.beats.now(0));
}

test('the metrics of the last heartbeat of each minute are kept, for an hour', async () => {
  const { instanceId } = await store.appear('cart');
  const begin = Math.floor((await store.beats.now(0)) / minuteMs);
  for (let minute = 0; minute < 70; minute++) {
    await beat(instanceId, { cpu_percent: 12.5, memory_mb: 512 + minute, requests_per_minute: 4_200_001 });
    await sample();
    await store.passTime(minuteMs);
  }
  await store.passTime(-minuteMs);
  const points = await samples.points(instanceId);
  expect(points.map(({ atMs }) => atMs / minuteMs - begin)).toEqual(
    Array.from({ length: 60 }, (_, i) => i + 10),
  );
  expect(points.at(-1)?.metrics).toEqual({
    cpuPercent: 12.5,
    memoryMb: 581,
    requestsPerMinute: 4_200_001,
    activeConnections: null,
  });
  const key = store.keys.instanceMetrics(instanceId);
  expect(await store.client.strlen(key)).toBe(1_200);
  expect(await store.client.pttl(key)).toBeGreaterThan(60 * minuteMs);
});

test('a minute in which an instance was not heard, or in which it told no metric, has no point', async () => {
  const [silent, plain, told] = await Promise.all(
    ['silent', 'plain', 'told'].map(async (name) => (await store.appear(name)).instanceId),
  );
  await beat(silent ?? '', { cpu_percent: 1 });
  await store.passTime(2 * minuteMs);
  await beat(plain ?? '', { build: '4711', cpu_percent: 'much' });
  await beat(told ?? '', { active_connections: 7 });
  await sample();
  const points = await Promise.all([silent, plain, told].map((id) => samples.points(id ?? '')));
  expect(points.map((some) => some.map(({ metrics }) => metrics.activeConnections))).toEqual([[], [], [7]]);
});

test('in a fleet of more instances than the operator allows nothing is kept', async () => {
  const { instanceId } = await store.appear('cart', 'one');
  await store.appear('cart', 'two');
  await beat(instanceId, { cpu_percent: 1 });
  expect(await sample(1)).toBe('too-many');
  expect(await samples.points(instanceId)).toEqual([]);
  expect(await sample(2)).toBe('sampled');
  expect(await samples.points(instanceId)).toHaveLength(1);
});
