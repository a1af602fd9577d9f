import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstanceWalk } from '../../../src/store/instances/walk-instances.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openStore(3);
  await store.reset();
});
afterAll(() => store.close());

test('a walk meets every instance of every partition once, though heartbeats reorder them meanwhile', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 1_500; i++) ids.push((await store.appear(`service-${i % 40}`, `key-${i}`)).instanceId);
  const walk = createInstanceWalk(store.client, store.partitions, store.readings);
  expect(await walk.count()).toBe(1_500);
  const met: string[] = [];
  for await (const page of walk.pages()) {
    met.push(...page.map((instance) => instance.instanceId));
    for (const [partition] of store.partitions.all.entries()) {
      const some = ids.filter((id) => Number.parseInt(id.slice(0, 3), 16) % 3 === partition).slice(0, 50);
      await store.beats.receive(
        partition,
        some.map((instanceId) => ({ instanceId, metadata: null })),
      );
    }
  }
  expect(met.toSorted()).toEqual(ids.toSorted());
});
