import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Comparison, commit, Now } from '../../../src/store/client/commit.ts';
import { createEventStream } from '../../../src/store/events/event-stream.ts';
import { openStore, type TestStore } from '../open-store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(() => store.reset());
afterAll(() => store.close());

const holds: Comparison[] = [
  { command: ['HGET', '{m0}:a', 'revision'], expected: 7 },
  { command: ['ZSCORE', '{m0}:z', 'member'], expected: 1_790_000_000_123 },
  { command: ['EXISTS', '{m0}:none'], expected: 0 },
  { command: ['HGET', '{m0}:none', 'field'], expected: '' },
];

async function prepare(): Promise<void> {
  await store.client.hset('{m0}:a', 'revision', 7);
  await store.client.zadd('{m0}:z', 1_790_000_000_123, 'member');
}

const writeAll = (compare: Comparison[]) =>
  commit(store.client, compare, [
    ['HSET', '{m0}:a', 'revision', 8],
    ['ZADD', '{m0}:z', 1, 'other'],
    ['SET', '{m0}:text', 'ä "quoted" \0 \\ \u2028'],
    ['EVENT', store.keys.events, '{m0}:service', '{"type":"x"}'],
  ]);

test('everything is written when every comparison holds', async () => {
  await prepare();
  expect(await writeAll(holds)).toEqual({ kind: 'committed' });
  expect(await store.client.hget('{m0}:a', 'revision')).toBe('8');
  expect(await store.client.zscore('{m0}:z', 'other')).toBe('1');
  expect(await store.client.get('{m0}:text')).toBe('ä "quoted" \0 \\ \u2028');
  expect(await store.client.xlen(store.keys.events)).toBe(1);
});

test.each(holds.map((one, i) => [one.command.join(' '), i] as const))(
  'nothing is written when only "%s" gives another reply',
  async (_, at) => {
    await prepare();
    const compare = holds.map((one, i) => (i === at ? { ...one, expected: 'something else' } : one));
    expect(await writeAll(compare)).toEqual({ kind: 'stale' });
    expect(await store.client.hgetall('{m0}:a')).toEqual({ revision: '7' });
    expect(await store.client.exists('{m0}:text', store.keys.events)).toBe(0);
    expect(await store.client.zcard('{m0}:z')).toBe(1);
  },
);

test('of thirty who saw the same revision one writes', async () => {
  await prepare();
  const compare = holds.slice(0, 1);
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      commit(store.client, compare, [
        ['HSET', '{m0}:a', 'revision', 8],
        ['RPUSH', '{m0}:list', i],
      ]),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.kind === 'committed')).toHaveLength(1);
  expect(await store.client.llen('{m0}:list')).toBe(1);
});

test('an event carries the counts of its service as they are after what stands before it', async () => {
  await store.client.hset('{m0}:service', 'Healthy', 3, 'Down', 1, 'status', 'Healthy');
  await commit(
    store.client,
    [],
    [
      ['HINCRBY', '{m0}:service', 'Healthy', -1],
      ['HINCRBY', '{m0}:service', 'Recovered', 1],
      ['EVENT', store.keys.events, '{m0}:service', '{"type":"instance.changed"}'],
    ],
  );
  const stream = createEventStream(store.client, store.client, store.keys, 'group', 'one');
  await stream.ensureGroup();
  expect((await stream.next(1)).map((entry) => entry.event)).toEqual([
    {
      type: 'instance.changed',
      counts: { Pending: 0, Healthy: 2, Degraded: 0, Down: 1, Recovered: 1 },
    },
  ]);
});

test('a moment in a commit is that of the monitor’s clock, and numbers and texts stay what they are', async () => {
  await store.client.hset(store.keys.clock, 'offset', 3_600_000);
  const before = await store.beats.now(0);
  const outcome = await commit(
    store.client,
    [],
    [
      ['HSET', '{m0}:a', 'at', new Now(store.keys), 'NOW', 'NOW', 'number', 5, 'digits', '7'],
      ['ZADD', '{m0}:z', new Now(store.keys, 60_000), 'due'],
      ['ZADD', '{m0}:z', new Now(store.keys, -1), 'past'],
    ],
  );
  const after = await store.beats.now(0);
  expect(outcome).toEqual({ kind: 'committed' });
  const { at, ...rest } = await store.client.hgetall('{m0}:a');
  expect(rest).toEqual({ NOW: 'NOW', number: '5', digits: '7' });
  expect(Number(at)).toBeGreaterThanOrEqual(before);
  expect(Number(at)).toBeLessThanOrEqual(after);
  expect(await store.client.zscore('{m0}:z', 'due')).toBe(String(Number(at) + 60_000));
  expect(await store.client.zscore('{m0}:z', 'past')).toBe(String(Number(at) - 1));
});

// A memory limit is set for the whole server: not on one that others share.
test.skipIf(process.env['TEST_REDIS_URL'])(
  'a Redis that is full refuses the whole commit, not a part of it',
  async () => {
    await prepare();
    await store.client.config('SET', 'maxmemory', '1mb');
    try {
      await expect(writeAll(holds)).rejects.toThrow('OOM');
    } finally {
      await store.client.config('SET', 'maxmemory', '0');
    }
    expect(await store.client.hgetall('{m0}:a')).toEqual({ revision: '7' });
    expect(await store.client.exists('{m0}:text', store.keys.events)).toBe(0);
  },
);

test('a server that has forgotten the scripts is taught them again', async () => {
  await prepare();
  await store.client.script('FLUSH');
  expect(await writeAll(holds)).toEqual({ kind: 'committed' });
});
