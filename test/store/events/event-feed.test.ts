import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EventFeed } from '../../../src/actors/ports/event-feed.ts';
import type { StreamEntry } from '../../../src/actors/ports/events.ts';
import { connect } from '../../../src/store/client/connect.ts';
import { createEventFeed } from '../../../src/store/events/event-feed.ts';
import { eventually } from '../../support/eventually.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;
let feed: EventFeed;

beforeAll(async () => {
  store = await openStore(2);
});
beforeEach(async () => {
  await store.reset();
  feed = createEventFeed(store.client, store.partitions.all, () =>
    connect(store.url, 'blocking', () => undefined),
  );
});
afterEach(() => feed.release());
afterAll(() => store.close());

const streamAt = (partition: number) => store.partitions.at(partition).events;

/** Writes an event about a service that is named by a number; resolves to the id of its entry. */
async function write(partition: number, n: number): Promise<string> {
  const event = JSON.stringify({ type: 'service.changed', serviceId: String(n) });
  return String(await store.client.xadd(streamAt(partition), '*', 'event', event));
}

const idsIn = (entries: readonly StreamEntry[]) => entries.map(({ event }) => event.serviceId);

test('what is written in any partition after the end is read, each once and in its order', async () => {
  await write(0, 1);
  const end = await feed.end();
  expect(end).toEqual([expect.stringMatching(/^\d{13}-\d+$/), '0-0']);
  const waiting = feed.next(end, 5_000);
  await write(1, 2);
  const first = await waiting;
  expect(idsIn(first.entries)).toEqual(['2']);
  await write(0, 3);
  await write(0, 4);
  const second = await feed.next(first.position, 5_000);
  expect(idsIn(second.entries)).toEqual(['3', '4']);
  expect(await feed.next(second.position, 1)).toEqual({ entries: [], position: second.position });
});

test('all that came after a position is found again, as long as nothing of it was trimmed', async () => {
  await write(0, 1);
  await write(1, 2);
  const position = await feed.end();
  expect(await feed.since(position)).toEqual([]);
  for (let n = 3; n < 9; n++) await write(n % 2, n);
  expect(idsIn((await feed.since(position)) ?? []).sort()).toEqual(['3', '4', '5', '6', '7', '8']);
  await store.client.xtrim(streamAt(0), 'MAXLEN', 2);
  expect(await feed.since(position)).toBeNull();
});

test('a position holds although its own entry was trimmed, when nothing came after it', async () => {
  await write(0, 1);
  await write(1, 2);
  const position = await feed.end();
  await store.client.xtrim(streamAt(0), 'MAXLEN', 0);
  expect(await feed.since(position)).toEqual([]);
  await write(0, 3);
  expect(await feed.since(position)).toBeNull();
});

test('a position that Redis has lost with what came before it does not hold', async () => {
  await write(0, 1);
  const position = await feed.end();
  await store.client.flushdb();
  expect(await feed.since(position)).toBeNull();
  // Ids are of milliseconds.
  const timeMs = async () => {
    const [seconds, micros] = await store.client.time();
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
  };
  const lostAtMs = await timeMs();
  await eventually('a millisecond passes', timeMs, (ms) => ms > lostAtMs);
  await write(0, 2);
  expect(await feed.since(position)).toBeNull();
});

test('a position of another number of partitions does not hold, nor one that is too far behind', async () => {
  await write(0, 1);
  await write(1, 1);
  const position = await feed.end();
  expect(await feed.since(position.slice(1))).toBeNull();
  const pipe = store.client.pipeline();
  for (let n = 0; n < 2_001; n++) pipe.xadd(streamAt(1), '*', 'event', '{}');
  await pipe.exec();
  expect(await feed.since(position)).toBeNull();
});

test('a read whose connection was lost fails, so that the position is looked at again', async () => {
  await write(0, 1);
  const end = await feed.end();
  const first = feed.next(end, 60_000);
  const mine = async () =>
    String(await store.client.client('LIST'))
      .split('\n')
      .find((line) => line.includes('cmd=xread '));
  const line = await eventually('it waits', mine);
  await write(0, 2);
  const { position } = await first;
  const second = feed.next(position, 60_000).catch(String);
  await eventually('it waits again', mine);
  await store.client.client('KILL', 'ID', Number(/id=(\d+)/.exec(line)?.[1]));
  await eventually('it is connected again', async () => (await mine()) !== undefined);
  await write(0, 3);
  expect(await second).toContain('the connection was lost');
});
