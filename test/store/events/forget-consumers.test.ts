import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEventStream } from '../../../src/store/events/event-stream.ts';
import { forgetConsumers } from '../../../src/store/events/forget-consumers.ts';
import { eventually } from '../../support/eventually.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const group = 'roll-up-service';

async function openConsumer(name: string) {
  const stream = createEventStream(store.client, store.client, store.keys, group, name);
  await stream.ensureGroup();
  return stream;
}

const consumers = async () =>
  ((await store.client.xinfo('CONSUMERS', store.keys.events, group)) as [string, string][]).map(
    ([, name]) => name,
  );

/** One event goes through this consumer. */
async function handleOne(stream: Awaited<ReturnType<typeof openConsumer>>): Promise<void> {
  await store.client.xadd(store.keys.events, '*', 'event', '{}');
  await stream.done((await stream.next(1)).map(({ entryId }) => entryId));
}

test('a consumer that reads no more is forgotten, and one that reads stays', async () => {
  const [gone, lives] = [await openConsumer('gone'), await openConsumer('lives')];
  await handleOne(gone);
  await eventually('only the dead one has not read for a while', async () => {
    await handleOne(lives);
    return (await forgetConsumers(store.client, store.keys, 1_000)) === 1;
  });
  expect(await consumers()).toEqual(['lives']);
});

test('a consumer that died with unfinished events stays until another has taken them over', async () => {
  const [dead, heir] = [await openConsumer('dead'), await openConsumer('heir')];
  await store.client.xadd(store.keys.events, '*', 'event', '{}');
  const [entry] = await dead.next(1);
  expect(await forgetConsumers(store.client, store.keys, 0)).toBe(0);
  const taken = await heir.abandoned(0);
  expect(taken.map(({ entryId }) => entryId)).toEqual([entry?.entryId]);
  await eventually('the dead one is forgotten', async () => {
    await forgetConsumers(store.client, store.keys, 0);
    return (await consumers()).join() === 'heir';
  });
});

test('where there are no events there is nobody to forget', async () => {
  expect(await forgetConsumers(store.client, store.keys)).toBe(0);
});
