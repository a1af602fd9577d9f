import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEventStream } from '../../../src/store/events/event-stream.ts';
import { trimEvents } from '../../../src/store/events/trim-events.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const count = 1_000;

/** A thousand events that were written `ageMs` ago; Redis cuts them off by the hundred. */
async function addOld(ageMs: number): Promise<void> {
  const [seconds] = await store.client.time();
  const fromMs = Number(seconds) * 1_000 - ageMs;
  for (let i = 0; i < count; i++)
    await store.client.xadd(store.keys.events, `${fromMs + i}-0`, 'event', '{}');
}

const groupOf = async (name: string) => {
  const stream = createEventStream(store.client, store.client, store.keys, name, 'one');
  await stream.ensureGroup();
  return stream;
};

/** Reads `wanted` events, in the portions in which they come. */
async function take(stream: Awaited<ReturnType<typeof groupOf>>, wanted: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < wanted) ids.push(...(await stream.next(1)).map((entry) => entry.entryId));
  return ids;
}

test('events that all groups have finished are cut off after ten minutes', async () => {
  const [a, b] = [await groupOf('a'), await groupOf('b')];
  await addOld(20 * 60_000);
  for (const stream of [a, b]) await stream.done(await take(stream, count));
  await trimEvents(store.client, store.keys);
  expect(await store.client.xlen(store.keys.events)).toBeLessThanOrEqual(100);
});

test('events that a group has not read, or not finished, stay whatever their age', async () => {
  const [a, b] = [await groupOf('a'), await groupOf('b')];
  await addOld(20 * 60_000);
  await a.done(await take(a, count));
  await trimEvents(store.client, store.keys);
  expect(await store.client.xlen(store.keys.events)).toBe(count);

  const ids = await take(b, count);
  await b.done(ids.slice(1));
  await trimEvents(store.client, store.keys);
  expect(await store.client.xlen(store.keys.events)).toBe(count);
  await b.done(ids.slice(0, 1));
  await trimEvents(store.client, store.keys);
  expect(await store.client.xlen(store.keys.events)).toBeLessThanOrEqual(100);
});

test('events younger than ten minutes stay, finished or not', async () => {
  const a = await groupOf('a');
  await addOld(9 * 60_000);
  await a.done(await take(a, count));
  await trimEvents(store.client, store.keys);
  expect(await store.client.xlen(store.keys.events)).toBe(count);
});

test('where there are no events, or nobody reads them, nothing is done', async () => {
  await trimEvents(store.client, store.keys);
  expect(await store.client.exists(store.keys.events)).toBe(0);
  await addOld(20 * 60_000);
  await trimEvents(store.client, store.keys);
  expect(await store.client.xlen(store.keys.events)).toBe(count);
});
