import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { StreamEntry } from '../../../src/actors/ports/events.ts';
import { StoreUnavailable } from '../../../src/actors/ports/store-errors.ts';
import type { MonitorEvent } from '../../../src/domain/events.ts';
import { followEvents } from '../../../src/queues/follow-events.ts';
import { connect, type RedisClient } from '../../../src/store/client/connect.ts';
import { createEventStream } from '../../../src/store/events/event-stream.ts';
import { createEventsAside } from '../../../src/store/events/events-aside.ts';
import { eventually } from '../../support/eventually.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
let following: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterEach(async () => {
  await Promise.all(following.splice(0).map((each) => each.stop()));
});
afterAll(() => store.close());

const warned: string[] = [];
const lags: number[] = [];
const log = {
  info: () => undefined,
  warn: (_: object, message: string) => void warned.push(message),
  error: () => undefined,
};

const add = (name: string) => {
  const event = { type: 'incident.changed', incidentId: name } as MonitorEvent;
  return store.client.xadd(store.keys.events, '*', 'event', JSON.stringify(event));
};
const namesIn = (entries: StreamEntry[]) =>
  entries.map(({ event }) => (event.type === 'incident.changed' ? event.incidentId : event.type));
const streamOf = (consumer: string, blocking: RedisClient = store.client) =>
  createEventStream(store.client, blocking, store.keys, 'actors', consumer);
const pending = async () => ((await store.client.xpending(store.keys.events, 'actors')) as [number])[0];

/** Follows the events over a connection of its own, as a worker does. */
function follow(consumer: string, handle: (names: string[]) => Promise<void> | void): void {
  const blocking = connect(store.url, 'blocking', () => undefined);
  const stopping = new AbortController();
  const loop = followEvents(
    {
      stream: streamOf(consumer, blocking),
      aside: createEventsAside(store.client, store.keys, 'actors'),
    },
    async (entries) => handle(namesIn(entries)),
    (lagMs) => void lags.push(lagMs),
    log,
    stopping.signal,
  );
  following.push({
    async stop() {
      stopping.abort();
      blocking.disconnect();
      await loop;
    },
  });
}

test('a group sees what was written before it was made', async () => {
  await add('one');
  const stream = streamOf('a');
  await stream.ensureGroup();
  await stream.ensureGroup();
  expect(namesIn(await stream.next(1))).toEqual(['one']);
});

test('two consumers of a group share the events, another group sees them all', async () => {
  const [a, b] = [streamOf('a'), streamOf('b')];
  await a.ensureGroup();
  await add('one');
  const first = namesIn(await a.next(1));
  await add('two');
  const second = namesIn(await b.next(1));
  expect([first, second]).toEqual([['one'], ['two']]);
  const others = createEventStream(store.client, store.client, store.keys, 'others', 'c');
  await others.ensureGroup();
  expect(namesIn(await others.next(1))).toEqual(['one', 'two']);
});

test('what a dead consumer took and never finished is taken over, what it finished is not', async () => {
  const dead = streamOf('dead');
  await dead.ensureGroup();
  await add('finished');
  await dead.done((await dead.next(1)).map((entry) => entry.entryId));
  await add('unfinished');
  await dead.next(1);
  const alive = streamOf('alive');
  expect(await alive.abandoned(60_000)).toEqual([]);
  const taken = await eventually('it is taken over', async () => {
    const entries = await alive.abandoned(30);
    return entries.length > 0 && entries;
  });
  expect(namesIn(taken)).toEqual(['unfinished']);
  await alive.done(taken.map((entry) => entry.entryId));
  expect(await pending()).toBe(0);
});

test('a worker finishes the events of one that died', async () => {
  const dead = streamOf('dead');
  await dead.ensureGroup();
  await add('left behind');
  await dead.next(1);
  // As if it had died four seconds ago: an entry that idles for three is taken over.
  const [entry] = (await store.client.xpending(store.keys.events, 'actors', '-', '+', 1)) as [[string]];
  await store.client.call(
    'XCLAIM',
    store.keys.events,
    'actors',
    'dead',
    0,
    entry[0],
    'IDLE',
    4_000,
    'JUSTID',
  );
  const seen: string[] = [];
  follow('alive', (names) => void seen.push(...names));
  await eventually('the event is handled', () => seen.includes('left behind'));
  await eventually('it is done', async () => (await pending()) === 0);
  expect(seen).toEqual(['left behind']);
});

test('an event whose handler fails is seen again, and is done only once it succeeds', async () => {
  warned.length = 0;
  const seen: string[][] = [];
  follow('a', (names) => {
    seen.push(names);
    if (seen.length === 1) throw new StoreUnavailable('Redis hiccup');
  });
  await add('stubborn');
  await eventually('it failed', () => warned.length > 0);
  expect(await pending()).toBe(1);
  await add('next');
  await eventually('later events go on', () => seen.flat().includes('next'));
  await eventually(
    'it is handled again',
    () => seen.flat().filter((name) => name === 'stubborn').length === 2,
  );
  await eventually('both are done', async () => (await pending()) === 0);
});

test('a follower goes on after Redis came back empty', async () => {
  const seen: string[] = [];
  follow('a', (names) => void seen.push(...names));
  await add('before');
  await eventually('it follows', () => seen.includes('before'));
  await store.client.flushdb();
  await add('after');
  await eventually('it follows again', () => seen.includes('after'));
  expect(seen).toEqual(['before', 'after']);
});

test('how late events are handled is told by the clock of Redis alone, however wrong that of this machine is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  lags.length = 0;
  follow('a', () => undefined);
  await add('one');
  await eventually('the event is handled', () => lags.length > 0);
  expect(lags[0]).toBeGreaterThanOrEqual(0);
  expect(lags[0]).toBeLessThan(60_000);
});
