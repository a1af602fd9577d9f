import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestChannel } from '../../../src/actors/operating/test-channel.ts';
import type { Channel } from '../../../src/actors/ports/notifications.ts';
import type { Message } from '../../../src/domain/messages.ts';
import type { AttemptOutcome } from '../../../src/domain/retry-schedule.ts';
import { createCircuits } from '../../../src/store/channel-health/circuits.ts';
import { rowFor } from '../../store/notifications/notification-row.ts';
import { openActors, type TestActors } from '../open-actors.ts';
import { type CircuitWorker, startCircuitWorker } from './start-circuit-worker.ts';

const minute = 60_000;
const hour = 60 * minute;

let actors: TestActors;
/** What the receiver was sent, by all workers. */
const tried: Message[] = [];
let answer: AttemptOutcome;

const works: AttemptOutcome = { kind: 'sent' };
const broken: AttemptOutcome = { kind: 'failed', permanent: false, reason: 'receiver answered 500' };

const startWorker = (name: string, configuration = 'first') =>
  startCircuitWorker(actors, {
    ...{ name, configuration },
    async send(message) {
      tried.push(message);
      return answer;
    },
  });

let one: CircuitWorker;
let two: CircuitWorker;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(async () => {
  await actors.reset();
  tried.length = 0;
  answer = works;
  one = startWorker('one');
  two = startWorker('two');
});
afterAll(() => actors.close());

const now = async () => (await actors.checks.read(actors.ids.serviceId('x', 'y'))).nowMs;
const incidentId = (i: number) => actors.ids.incidentId(actors.ids.serviceId('orders', 'test'), i + 1);

/** The message of one incident, planned now. */
async function plan(i: number, kind: 'down' | 'resolved' = 'down'): Promise<string> {
  const nowMs = await now();
  const downId = actors.ids.notificationId(incidentId(i), 'down', 'hook');
  const after = kind === 'resolved' ? { afterId: downId, afterName: 'down' } : {};
  const about = { incidentId: incidentId(i), kind, createdAtMs: nowMs, nextAttemptAtMs: nowMs, ...after };
  const row = rowFor(actors, about, kind);
  await actors.notifications.plan([row]);
  return row.notificationId;
}

/** Planned one millisecond after the other, so that their order is known. */
async function planned(count: number, from = 0): Promise<string[]> {
  const ids: string[] = [];
  for (let i = from; i < from + count; i++) {
    ids.push(await plan(i));
    await actors.passTime(1);
  }
  return ids;
}

async function rowOf(notificationId: string) {
  const row = await actors.readings.notification(notificationId);
  if (row === null) throw new Error('there is no such message');
  return row;
}

/** Runs what was woken, as the jobs of these workers would. */
async function runWoken(): Promise<void> {
  for (const { notificationId } of actors.deliveries.splice(0)) await one.deliver(notificationId);
}

const idsTried = () => tried.map(({ notificationId }) => notificationId);

/** Five messages that failed, which opened the circuit of their channel; the last of them waits for it. */
async function openCircuit(): Promise<string[]> {
  answer = broken;
  const ids = await planned(5);
  for (const id of ids) await one.deliver(id);
  tried.length = 0;
  actors.deliveries.length = 0;
  return ids;
}

/** All five wait for the circuit: the first four tried to be sent at their own time. Its probe is due. */
async function openForAll(): Promise<string[]> {
  const ids = await openCircuit();
  await actors.passTime(5_000 * 1.2);
  for (const id of ids.toReversed()) await one.deliver(id);
  expect(tried).toEqual([]);
  return ids;
}

describe('a channel that fails', () => {
  test('is tried five times; then forty more cost it one attempt a minute, whichever worker has them', async () => {
    await openCircuit();
    for (const id of await planned(40, 5)) expect(await two.deliver(id)).toEqual({ kind: 'done' });
    expect(tried).toEqual([]);
    // None was given up, which would tell the operator at once.
    expect(Object.keys(await actors.client.hgetall(actors.keys.channels)).sort()).toEqual([
      ...['error:hook', 'failing:hook'],
    ]);
    const attemptsMs: number[] = [];
    for (let second = 0; second < 200; second++) {
      await actors.passTime(1_000);
      await Promise.all([one.tend(), two.tend()]);
      const before = tried.length;
      await runWoken();
      if (tried.length > before) attemptsMs.push(await now());
    }
    expect(tried).toHaveLength(attemptsMs.length);
    const gaps = attemptsMs.slice(1).map((atMs, i) => Math.floor((atMs - (attemptsMs[i] ?? 0)) / 1_000));
    expect(gaps[0]).toBeGreaterThanOrEqual(15);
    expect(gaps.slice(1).every((seconds) => seconds >= 60)).toBe(true);
    expect(gaps.length).toBeGreaterThanOrEqual(3);
  });

  test('is probed with the oldest message, and its success sends all others, the oldest first', async () => {
    const early = await openForAll();
    const late = await planned(5, 5);
    for (const id of late.toReversed()) await two.deliver(id);
    const [first = ''] = early;
    answer = works;
    await one.tend();
    expect(actors.deliveries.map(({ notificationId }) => notificationId)).toEqual([first]);
    await runWoken();
    expect(idsTried()).toEqual([first]);
    await two.tend();
    await runWoken();
    expect(idsTried()).toEqual([...early, ...late]);
    expect((await rowOf(late[4] ?? '')).state).toBe('sent');
    expect(await actors.client.hgetall(actors.keys.circuits)).toEqual({});
    expect(await actors.client.zcard(actors.keys.waiting('hook'))).toBe(0);
  });

  test('takes the end of an outage after its beginning, also when both wait', async () => {
    await openCircuit();
    const down = await plan(7);
    await actors.passTime(1);
    const resolved = await plan(7, 'resolved');
    await one.deliver(down);
    expect(await one.deliver(resolved)).toEqual({ kind: 'done' });
    expect((await rowOf(resolved)).reason).toBe('waits: the message before it waits for the circuit of hook');
    answer = works;
    await actors.passTime(5_000);
    await one.tend();
    await runWoken();
    await one.tend();
    await runWoken();
    const told = idsTried();
    expect(told.indexOf(down)).toBeGreaterThanOrEqual(0);
    expect(told.indexOf(resolved)).toBeGreaterThan(told.indexOf(down));
  });

  test('has another probe when the worker of the first died', async () => {
    const [first = '', second = ''] = await openForAll();
    await one.tend();
    expect(actors.deliveries.splice(0)).toMatchObject([{ notificationId: first }]);
    await actors.passTime(30_000);
    await two.tend();
    expect(actors.deliveries).toEqual([]);
    await actors.passTime(15_000);
    await two.tend();
    expect(actors.deliveries).toMatchObject([{ notificationId: second }]);
  });

  test('gives a message up a day after it was planned, no sooner and no later, tried or not', async () => {
    const failed = (await openCircuit()).at(-1) ?? '';
    const [untried = ''] = await planned(1, 5);
    await one.deliver(untried);
    await actors.passTime(24 * hour - minute);
    await one.tend();
    await runWoken();
    expect((await rowOf(untried)).state).toBe('pending');
    await actors.passTime(minute);
    await one.tend();
    await runWoken();
    expect((await rowOf(failed)).reason).toMatch(/^gave up after 2 attempts: the circuit of hook is open/);
    expect(await rowOf(untried)).toMatchObject({ state: 'dead', attempts: 1 });
    expect((await rowOf(untried)).reason).toMatch(/^gave up after 0 attempts: the circuit of hook is open/);
  });
});

describe('a circuit ends', () => {
  test('with another configuration, at once', async () => {
    await openCircuit();
    const [waits = ''] = await planned(1, 5);
    await one.deliver(waits);
    one = startWorker('mended', 'second');
    answer = works;
    await one.sweep();
    await runWoken();
    expect((await rowOf(waits)).state).toBe('sent');
  });

  test('with a test of the channel that goes out, though no message was tried', async () => {
    await openCircuit();
    const [waits = ''] = await planned(1, 5);
    await one.deliver(waits);
    const { client, partitions, log } = actors;
    const testChannel = createTestChannel({
      open: () => ({ ...(actors.channels.get('hook') as Channel), configuration: 'first' }),
      ...{ publicUrl: () => 'http://monitor.example', newId: () => 'id', now: () => 0, log },
      tests: { passed: async () => undefined, failed: async () => undefined },
      circuits: createCircuits(client, partitions),
    });
    actors.outcomes.push(broken);
    await testChannel('hook');
    await one.tend();
    expect(actors.deliveries).toEqual([]);
    answer = works;
    await testChannel('hook');
    await one.tend();
    await runWoken();
    expect((await rowOf(waits)).state).toBe('sent');
  });

  test('for a message that was parked while it was closed', async () => {
    await openCircuit();
    const [waits = ''] = await planned(1, 5);
    await one.deliver(waits);
    await actors.client.del(actors.keys.circuits);
    // The first tells the worker of the second that it waits for nothing.
    expect(await one.deliver(waits)).toMatchObject({ kind: 'later', attempts: 0, delayMs: 0 });
    answer = works;
    expect(await one.deliver(waits)).toEqual({ kind: 'done' });
    expect((await rowOf(waits)).state).toBe('sent');
  });
});

test('a receiver that refuses for good is not asked again for each message: they wait for who mends it, and say why', async () => {
  answer = { kind: 'failed', permanent: true, reason: 'receiver answered 401' };
  const refused = await planned(5);
  for (const id of refused) await one.deliver(id);
  const [waits = ''] = await planned(1, 5);
  await one.deliver(waits);
  expect(tried).toHaveLength(5);
  expect((await rowOf(refused[4] ?? '')).state).toBe('dead');
  const row = await rowOf(waits);
  expect(row).toMatchObject({ state: 'pending', attempts: 0, waitsSinceMs: expect.any(Number) });
  expect(row.reason).toMatch(/^waits: the circuit of hook is open since 20.*Z: receiver answered 401$/);
});
