import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Beat } from '../../src/actors/ports/heartbeats.ts';
import { createReceiveHeartbeat } from '../../src/actors/receive-heartbeat.ts';
import { connect, whenReady } from '../../src/store/client/connect.ts';
import { createBeats } from '../../src/store/instances/beats.ts';
import { rulesOf } from '../store/open-store.ts';
import { openActors, type TestActors } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

const unregistered = (n = 0) => actors.ids.instanceId(actors.ids.serviceId('orders', 'test'), `nobody ${n}`);

describe('receiving heartbeats', () => {
  test('those of one turn go to Redis in one call for two hundred, each with its own answer', async () => {
    const calls: number[] = [];
    const receive = createReceiveHeartbeat({
      ...actors,
      partitions: 1,
      beats: {
        receive(partition, beats) {
          calls.push(beats.length);
          return actors.beats.receive(partition, beats);
        },
      },
    });
    const known = (await actors.register('orders', 'one')).instanceId;
    const asked = Array.from({ length: 450 }, (_, i) => (i === 333 ? known : unregistered(i)));
    const answers = await Promise.all(
      asked.map((instanceId) => receive.receive({ instanceId, metadata: null })),
    );
    expect(calls).toEqual([200, 200, 50]);
    expect(answers.map((answer) => answer.kind)).toEqual(
      asked.map((instanceId) => (instanceId === known ? 'received' : 'unknown-instance')),
    );
  });

  test('a call that does not end is over for its callers within a second, and the next goes through', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    let calls = 0;
    const receive = createReceiveHeartbeat({
      ...actors,
      partitions: 1,
      beats: {
        receive: (partition, beats) =>
          ++calls === 1 ? new Promise(() => undefined) : actors.beats.receive(partition, beats),
      },
    });
    const startedAtMs = performance.now();
    const first = receive.receive({ instanceId: unregistered(), metadata: null });
    await expect.poll(() => calls).toBe(1);
    // This one finds the call under way, and must not wait for it for ever.
    const second = receive.receive({ instanceId, metadata: null });
    expect(await first).toEqual({ kind: 'unavailable' });
    expect((await second).kind).toMatch(/^(received|unavailable)$/);
    expect(performance.now() - startedAtMs).toBeLessThan(1_000);
    expect((await receive.receive({ instanceId, metadata: null })).kind).toBe('received');
  });

  test('however many of one instance wait, they are one write, and nobody is answered before it is stored', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const other = (await actors.register('orders', 'two')).instanceId;
    const calls: { beats: readonly Beat[]; go(): void }[] = [];
    const receive = createReceiveHeartbeat({
      ...actors,
      partitions: 1,
      beats: {
        async receive(partition, beats) {
          await new Promise<void>((go) => calls.push({ beats, go }));
          return actors.beats.receive(partition, beats);
        },
      },
    });
    const beat = (value: number | null) =>
      receive.receive({ instanceId, metadata: value === null ? null : `${value}` });

    const first = beat(1);
    await expect.poll(() => calls.length).toBe(1);
    // Under way already, so what comes now needs a write of its own.
    const flood = Array.from({ length: 1_000 }, (_, i) => beat(i < 999 ? i : null));
    const neighbour = receive.receive({ instanceId: other, metadata: null });
    let answered = 0;
    for (const each of flood) void each.then(() => answered++);
    calls[0]?.go();
    expect((await first).kind).toBe('received');
    await expect.poll(() => calls.length).toBe(2);
    expect(answered).toBe(0);
    expect(calls[1]?.beats).toEqual([
      { instanceId, metadata: '998' },
      { instanceId: other, metadata: null },
    ]);
    calls[1]?.go();
    const answers = await Promise.all(flood);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ kind: 'received' });
    expect((await neighbour).kind).toBe('received');
  });

  test('an instance whose heartbeat is news is woken at once, one whose is not is not', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    actors.armed.length = 0;
    const answer = await actors.receiveHeartbeat.receive({ instanceId, metadata: null });
    expect(answer).toMatchObject({ kind: 'received', serviceStatus: 'Pending', expectedIntervalMs: 1_000 });
    expect(actors.armed).toEqual([{ instanceId, delayMs: 0 }]);
    await actors.check(instanceId);
    await actors.receiveHeartbeat.receive({ instanceId, metadata: null });
    expect(actors.armed.filter(({ delayMs }) => delayMs === 0)).toHaveLength(1);
    expect(await actors.status(instanceId)).toBe('Healthy');
  });

  test('a wake-up that takes long to queue costs the caller nothing', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const receive = createReceiveHeartbeat({
      ...{ beats: actors.beats, partitions: 1, log: actors.log },
      hearHealth: actors.hearHealth,
      checkQueue: { ...actors.checkQueue, arm: () => new Promise<void>(() => undefined) },
    });
    expect((await receive.receive({ instanceId, metadata: null })).kind).toBe('received');
  });

  test('without Redis every heartbeat of the call is refused at once, none is answered as stored', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const client = connect(actors.url, 'fail-fast', () => undefined);
    await whenReady(client);
    const receive = createReceiveHeartbeat({
      ...actors,
      partitions: 1,
      beats: createBeats(client, actors.partitions, () => 3_000, rulesOf),
    });
    expect((await receive.receive({ instanceId, metadata: null })).kind).toBe('received');
    client.disconnect();
    const startMs = performance.now();
    const answers = await Promise.all([1, 2, 3].map(() => receive.receive({ instanceId, metadata: null })));
    expect(answers.map((answer) => answer.kind)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });

  // A pause is for the whole server: not for one that others share.
  test.skipIf(process.env['TEST_REDIS_URL'])(
    'while Redis hangs each of a thousand heartbeats is refused within a second, and the next are taken again',
    async () => {
      const { instanceId } = await actors.register('orders', 'one');
      const client = connect(actors.url, 'fail-fast', () => undefined);
      await whenReady(client);
      try {
        const receive = createReceiveHeartbeat({
          ...actors,
          partitions: 1,
          beats: createBeats(client, actors.partitions, () => 3_000, rulesOf),
        });
        await actors.client.call('CLIENT', 'PAUSE', 1_200, 'ALL');
        const startMs = performance.now();
        const answers = await Promise.all(
          Array.from({ length: 1_000 }, () => receive.receive({ instanceId, metadata: null })),
        );
        expect(new Set(answers.map((answer) => answer.kind))).toEqual(new Set(['unavailable']));
        expect(performance.now() - startMs).toBeLessThan(1_000);
        await expect
          .poll(async () => (await receive.receive({ instanceId, metadata: null })).kind, { timeout: 5_000 })
          .toBe('received');
      } finally {
        client.disconnect();
      }
    },
  );

  test('a tick stands in line with the heartbeats, in one call with them, and hears when it did not get through', async () => {
    const { instanceId } = await actors.register('orders', 'one');
    const calls: { beats: readonly Beat[]; tickSentAtMs: number | undefined; end(error?: Error): void }[] =
      [];
    const receive = createReceiveHeartbeat({
      ...actors,
      partitions: 1,
      beats: {
        async receive(partition, beats, tickSentAtMs) {
          await new Promise<void>((resolve, reject) => {
            const end = (error?: Error) => (error === undefined ? resolve() : reject(error));
            calls.push({ beats, tickSentAtMs, end });
          });
          return actors.beats.receive(partition, beats, tickSentAtMs);
        },
      },
    });
    const beat = (id: string) => receive.receive({ instanceId: id, metadata: null });
    const first = beat(instanceId);
    await expect.poll(() => calls.length).toBe(1);
    const unregisteredBeats = Array.from({ length: 199 }, (_, n) => beat(unregistered(n)));
    const tick = receive.tick(0, 123);
    const last = beat(instanceId);
    calls[0]?.end();
    await expect.poll(() => calls.length).toBe(2);
    expect(calls[1]?.beats.at(-1)?.instanceId).toBe(unregistered(198));
    expect(calls.map(({ tickSentAtMs }) => tickSentAtMs)).toEqual([undefined, 123]);
    calls[1]?.end(new Error('away'));
    expect(await tick).toBe(false);
    await expect.poll(() => calls.length).toBe(3);
    calls[2]?.end();
    const kinds = (await Promise.all([first, last, ...unregisteredBeats])).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['received', 'unavailable']));
    expect((await last).kind).toBe('received');
  });
});
