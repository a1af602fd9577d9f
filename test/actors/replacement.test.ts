import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lingerMs } from '../../src/domain/judge-instance.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;

beforeAll(async () => {
  actors = await openActors();
});
beforeEach(() => actors.reset());
afterAll(() => actors.close());

/** An instance that registered and was heard. */
async function living(instanceKey: string, serviceName = 'orders', version?: string): Promise<string> {
  await actors.passTime(5);
  const { instanceId } = await actors.register(serviceName, instanceKey, version);
  await actors.beat(instanceId);
  return instanceId;
}

/** Lets `ms` pass in which `heard` beat on time and all others are silent; then everybody is judged. */
async function pass(ms: number, heard: string[], silent: string[]): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await actors.passTime(Math.min(left, 1_000));
    for (const instanceId of heard) await actors.beat(instanceId);
  }
  for (const instanceId of silent) await actors.check(instanceId);
}

const statuses = (ids: string[]) => Promise.all(ids.map((instanceId) => actors.status(instanceId)));

describe('an instance that fell silent', () => {
  test('is Replaced when a newcomer registered after its last heartbeat and is heard', async () => {
    const old = await living('old');
    const newcomer = await living('new');
    await pass(timing.downAfterMs, [newcomer], [old]);
    expect(await statuses([old, newcomer])).toEqual(['Replaced', 'Healthy']);
    await actors.relay();
    expect((await actors.service('orders')).state.status).toBe('Healthy');
    expect(await actors.allIncidents()).toEqual([]);
  });

  test('is Down when the sibling was there before: that one replaces nobody', async () => {
    const sibling = await living('sibling');
    const old = await living('old');
    await pass(timing.downAfterMs, [sibling], [old]);
    expect(await statuses([old, sibling])).toEqual(['Down', 'Healthy']);
  });

  test('is Replaced by a newcomer of another version that was started before it was killed', async () => {
    const old = await living('old', 'orders', '1.0');
    const newcomer = await living('new', 'orders', '1.1');
    await pass(2_000, [old, newcomer], []);
    await pass(timing.downAfterMs, [newcomer], [old]);
    expect(await statuses([old, newcomer])).toEqual(['Replaced', 'Healthy']);
    await actors.relay();
    expect((await actors.service('orders')).state.status).toBe('Healthy');
    expect(await actors.allIncidents()).toEqual([]);
  });

  test('is Down when the newcomer of another version was there for more than 10 minutes', async () => {
    const old = await living('old', 'orders', '1.0');
    const newcomer = await living('new', 'orders', '1.1');
    await actors.passTime(10 * 60_000 + 1);
    for (const instanceId of [old, newcomer]) await actors.beat(instanceId);
    await pass(timing.downAfterMs, [newcomer], [old]);
    expect(await statuses([old, newcomer])).toEqual(['Down', 'Healthy']);
  });

  test('is Down when the version before is all that is left: who was there before replaces nobody', async () => {
    const old = await living('old', 'orders', '1.0');
    const failed = await living('new', 'orders', '1.1');
    await pass(timing.downAfterMs, [old], [failed]);
    expect(await statuses([old, failed])).toEqual(['Healthy', 'Down']);
  });

  test('finds the newcomer of another version behind a hundred of its own', async () => {
    const old = await living('old', 'orders', '1.0');
    for (let n = 0; n < 100; n++) await actors.register('orders', `of its own ${n}`, '1.0');
    const newcomer = await living('new', 'orders', '1.1');
    await actors.beat(old);
    await pass(timing.downAfterMs, [newcomer], [old]);
    expect(await actors.status(old)).toBe('Replaced');
  });

  test('shares no newcomer of another version either: of two killed ones one is Replaced and one Down', async () => {
    const old = [await living('old-1', 'orders', '1.0'), await living('old-2', 'orders', '1.0')];
    const newcomer = await living('new', 'orders', '1.1');
    await pass(1_000, [...old, newcomer], []);
    await pass(timing.downAfterMs, [newcomer], []);
    await Promise.all(old.map((instanceId) => actors.check(instanceId)));
    expect((await statuses(old)).sort()).toEqual(['Down', 'Replaced']);
  });

  test('before its first heartbeat is Down beside the one that started together with it', async () => {
    const { instanceId: mute } = await actors.register('orders', 'mute');
    const sibling = await living('sibling');
    await pass(timing.downAfterMs, [sibling], [mute]);
    expect(await statuses([mute, sibling])).toEqual(['Down', 'Healthy']);
  });

  test('before its first heartbeat is Replaced by one that registered after it was late', async () => {
    const { instanceId: mute } = await actors.register('orders', 'mute');
    await pass(2_000, [], [mute]);
    expect(await actors.status(mute)).toBe('Degraded');
    const newcomer = await living('new');
    await pass(timing.downAfterMs, [newcomer], [mute]);
    expect(await statuses([mute, newcomer])).toEqual(['Replaced', 'Healthy']);
  });

  test('is Down when the newcomer itself is silent', async () => {
    const old = await living('old');
    await actors.passTime(5);
    const { instanceId: mute } = await actors.register('orders', 'mute');
    await pass(timing.downAfterMs, [], [mute, old]);
    expect(await actors.status(old)).toBe('Down');
  });

  test('is Down when the newcomer is of another service', async () => {
    const old = await living('old');
    const ofOtherService = await living('new', 'billing');
    await pass(timing.downAfterMs, [ofOtherService], [old]);
    expect(await actors.status(old)).toBe('Down');
  });

  test('shares no newcomer with another: of two silent ones one is Replaced and one Down', async () => {
    const old = [await living('old-1'), await living('old-2')];
    const newcomer = await living('new');
    await actors.passTime(1_000);
    await pass(timing.downAfterMs, [newcomer], []);
    await Promise.all(old.map((instanceId) => actors.check(instanceId)));
    expect((await statuses(old)).sort()).toEqual(['Down', 'Replaced']);
  });

  test('is Replaced with its sibling when there are two newcomers', async () => {
    const old = [await living('old-1'), await living('old-2')];
    const newcomers = [await living('new-1'), await living('new-2')];
    await pass(timing.downAfterMs, newcomers, []);
    await Promise.all(old.map((instanceId) => actors.check(instanceId)));
    expect(await statuses(old)).toEqual(['Replaced', 'Replaced']);
  });

  test('and is Down already is Replaced when the newcomer comes late', async () => {
    const old = await living('old');
    await pass(timing.downAfterMs, [], [old]);
    expect(await actors.status(old)).toBe('Down');
    const newcomer = await living('new');
    await pass(1_000, [newcomer], [old]);
    expect(await actors.status(old)).toBe('Replaced');
  });
});

describe('after six hours', () => {
  test('a Replaced instance leaves the lists', async () => {
    const old = await living('old');
    const newcomer = await living('new');
    await pass(timing.downAfterMs, [newcomer], [old]);
    await actors.passTime(lingerMs - 2_000);
    await actors.check(old);
    expect(await actors.status(old)).toBe('Replaced');
    await actors.passTime(2_000);
    expect(await actors.check(old)).toEqual({ kind: 'over' });
    expect((await actors.checks.read(old)).instance).toBeNull();
  });

  test('a Down instance leaves beside a living sibling', async () => {
    const sibling = await living('sibling');
    const old = await living('old');
    await pass(timing.downAfterMs, [sibling], [old]);
    expect(await actors.status(old)).toBe('Down');
    await actors.passTime(lingerMs);
    await actors.beat(sibling);
    await actors.beat(sibling);
    expect(await actors.check(old)).toEqual({ kind: 'over' });
    expect((await actors.service('orders')).state.counts.Down).toBe(0);
  });

  test('the last instance of a service stays Down: a dead service must not hide', async () => {
    const [one, two] = [await living('one'), await living('two')];
    await pass(1_500, [], [one, two]);
    await pass(timing.downAfterMs - 1_500, [], [one, two]);
    await actors.passTime(lingerMs * 4);
    await actors.check(one);
    await actors.check(two);
    expect(await statuses([one, two])).toEqual(['Down', 'Down']);
    await actors.relay();
    expect((await actors.service('orders')).state.status).toBe('Down');
  });

  test('who expired and registers again is new, and may replace', async () => {
    const one = await living('one');
    await actors.stopInstance(one);
    await actors.passTime(lingerMs);
    await actors.check(one);
    expect((await actors.register('orders', 'one')).kind).toBe('created');
    expect(await actors.status(one)).toBe('Pending');
    expect((await actors.service('orders')).state.counts.Pending).toBe(1);
  });
});
