import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ContentionError } from '../../src/actors/ports/commits.ts';
import type { StreamEntry } from '../../src/actors/ports/events.ts';
import type { Log } from '../../src/actors/ports/observability.ts';
import { StoreUnavailable } from '../../src/actors/ports/store-errors.ts';
import type { MonitorEvent } from '../../src/domain/events.ts';
import { followEvents } from '../../src/queues/follow-events.ts';
import { connect } from '../../src/store/client/connect.ts';
import { createEventStream } from '../../src/store/events/event-stream.ts';
import { createEventsAside } from '../../src/store/events/events-aside.ts';
import { openStore, type TestStore } from '../store/open-store.ts';
import { eventually } from '../support/eventually.ts';

let store: TestStore;
let stops: (() => Promise<void>)[] = [];
const errors: string[] = [];
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_, message) => void errors.push(message),
};

beforeAll(async () => {
  store = await openStore();
});
beforeEach(async () => {
  errors.length = 0;
  await store.reset();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => store.close());

const asideOf = () => createEventsAside(store.client, store.keys, 'actors');
const pending = async () => ((await store.client.xpending(store.keys.events, 'actors')) as [number])[0];
const add = (name: string) => {
  const event = { type: 'incident.changed', incidentId: name } as MonitorEvent;
  return store.client.xadd(store.keys.events, '*', 'event', JSON.stringify(event));
};
const names = (entries: StreamEntry[]) =>
  entries.map(({ event }) => (event.type === 'incident.changed' ? event.incidentId : ''));

/** What fails comes again twenty times sooner than in a worker: these tests wait for many tries. */
const times = { blockMs: 100, abandonedAfterMs: 150, pauseMs: 15 };

/** Follows the events as a worker does, until `stop`. */
function follow(handle: (names: string[]) => Promise<void> | void): () => Promise<void> {
  const blocking = connect(store.url, 'blocking', () => undefined);
  const stopping = new AbortController();
  const stream = createEventStream(store.client, blocking, store.keys, 'actors', `worker-${stops.length}`);
  const loop = followEvents(
    { stream, aside: asideOf() },
    async (entries) => handle(names(entries)),
    () => undefined,
    log,
    stopping.signal,
    times,
  );
  const stop = async () => {
    stopping.abort();
    blocking.disconnect();
    await loop;
  };
  stops.push(stop);
  return stop;
}

test('an event that fails by itself keeps none of its batch, is set aside, and is handled by who can', async () => {
  const stream = createEventStream(store.client, store.client, store.keys, 'actors', 'before');
  await stream.ensureGroup();
  for (let i = 0; i < 40; i++) await add(i === 17 ? 'poison' : `event-${i}`);
  await store.client.xadd(store.keys.events, '*', 'event', '{"no json');
  const done = new Set<string>();
  const stop = follow((batch) => {
    if (batch.includes('poison')) throw new TypeError('it cannot be dealt with');
    for (const name of batch) done.add(name);
  });
  await eventually('its neighbours are done', async () => done.size === 39 && (await pending()) === 2);
  await add('later');
  await eventually('and what comes later', () => done.has('later'));
  // What is set aside is said after it is written.
  await eventually('both are set aside', async () => (await pending()) === 0 && errors.length >= 2, 60_000);
  expect(errors).toEqual(Array(2).fill('event failed repeatedly and was quarantined; run: doctor'));
  const kept = Object.values(await store.client.hgetall(store.keys.setAside)).map(
    (text) => JSON.parse(text) as { what: string; group: string; error: string },
  );
  expect(kept.map(({ what, group }) => [what, group])).toEqual([
    ['event', 'actors'],
    ['event', 'actors'],
  ]);
  expect(kept.map(({ error }) => error).sort()[1]).toBe('TypeError: it cannot be dealt with');
  expect(await store.client.keys(store.keys.tries('*'))).toEqual([]);

  await stop();
  follow((batch) => {
    for (const name of batch) done.add(name);
  });
  await eventually('a newer worker handles it', () => done.has('poison'), 30_000);
  await eventually('it is off the list', async () => (await store.client.hlen(store.keys.setAside)) === 1);
});

test('while Redis is away no event is to blame, however often it comes', async () => {
  const stream = createEventStream(store.client, store.client, store.keys, 'actors', 'before');
  await stream.ensureGroup();
  for (let i = 0; i < 8; i++) await add(`innocent-${i}`);
  const sizes: number[] = [];
  let isAway = true;
  follow((batch) => {
    sizes.push(batch.length);
    if (isAway) throw new StoreUnavailable('connect ECONNREFUSED');
  });
  await eventually('they were tried often', () => sizes.length >= 6, 60_000);
  // Nor is a Redis that is away asked more often, to find one that is.
  expect(new Set(sizes)).toEqual(new Set([8]));
  expect(await store.client.keys(store.keys.tries('*'))).toEqual([]);
  isAway = false;
  await eventually('it is done', async () => (await pending()) === 0, 30_000);
  expect(await store.client.exists(store.keys.setAside)).toBe(0);
});

test('an event that others outran is tried until it succeeds, and keeps none of its batch', async () => {
  const stream = createEventStream(store.client, store.client, store.keys, 'actors', 'before');
  await stream.ensureGroup();
  for (const name of ['one', 'outrun', 'two']) await add(name);
  const done = new Set<string>();
  let calls = 0;
  follow((batch) => {
    if (batch.includes('outrun') && calls++ < 8) throw new ContentionError('others are faster');
    for (const name of batch) done.add(name);
  });
  await eventually('its neighbours are done', async () => done.size === 2 && (await pending()) === 1);
  await eventually('and then it is', async () => (await pending()) === 0, 60_000);
  expect(done.has('outrun')).toBe(true);
  expect(await store.client.exists(store.keys.setAside)).toBe(0);
});
