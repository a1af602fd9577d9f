import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { partitionOf } from '../../../src/domain/ids.ts';
import { createPartitions } from '../../../src/store/partition.ts';
import { agreePartitionCount } from '../../../src/store/schema/first-start.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

test('the first start decides, the next must want the same', async () => {
  await agreePartitionCount(store.client, 4);
  await agreePartitionCount(store.client, 4);
  await expect(agreePartitionCount(store.client, 16)).rejects.toThrow(
    'the data in this Redis has MONITOR_PARTITIONS=4, but this node has 16; set it to 4',
  );
  await agreePartitionCount(store.client, 4);
});

test('of two first starts at once with different numbers one is refused', async () => {
  const both = await Promise.allSettled([
    agreePartitionCount(store.client, 2),
    agreePartitionCount(store.client, 3),
  ]);
  expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('all that belongs to a service lies in one partition, and every name carries its tag', () => {
  const partitions = createPartitions(16);
  for (let n = 0; n < 200; n++) {
    const serviceId = store.ids.serviceId(`service-${n}`, 'test');
    const incidentId = store.ids.incidentId(serviceId, n);
    const notificationId = store.ids.notificationId(incidentId, 'down', 'hook');
    const { tag, ...names } = partitions.of(serviceId);
    expect(tag).toBe(`{m${partitionOf(serviceId, 16)}}`);
    for (const id of [store.ids.instanceId(serviceId, 'one'), incidentId, notificationId])
      expect(partitions.of(id).tag).toBe(tag);
    for (const name of Object.values(names))
      expect((typeof name === 'string' ? name : name('x' as never)).startsWith(`${tag}:`)).toBe(true);
  }
});
