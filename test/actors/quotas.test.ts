import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createArchiveService } from '../../src/actors/operating/archive-service.ts';
import {
  createLimitRegistrations,
  type LimitRegistrations,
} from '../../src/actors/registering/limit-registrations.ts';
import { createQuotas } from '../../src/store/access/quotas.ts';
import { createArchive } from '../../src/store/services/archive.ts';
import { describedAs } from '../store/open-store.ts';
import { openActors, type TestActors, timing } from './open-actors.ts';

let actors: TestActors;
let quotas: ReturnType<typeof createQuotas>;
let limitRegistrations: LimitRegistrations;
let nowMs: number;

const owner = { keyId: 'abcdefgh', name: 'ci', maxInstances: null };
const other = { ...owner, keyId: 'ijklmnop' };
const dayMs = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  actors = await openActors();
  quotas = createQuotas(actors.client, actors.partitions);
});
beforeEach(async () => {
  await actors.reset();
  nowMs = 0;
  limitRegistrations = createLimitRegistrations({
    ...{ quotas, log: actors.log, now: () => nowMs },
    limits: { instances: 3, servicesPerMinute: 2 },
  });
});
afterAll(() => actors.close());

const register = (instanceKey: string, key = owner, serviceName = 'orders') =>
  actors.registerInstance({ ...describedAs(serviceName, instanceKey), apiKeyId: key.keyId }, (newServiceId) =>
    limitRegistrations(key, newServiceId),
  );
const enter = async (instanceKey: string, key = owner) => {
  const registered = await register(instanceKey, key);
  if (registered.kind === 'over-quota') throw new Error(`${instanceKey} was refused`);
  return registered.instanceId;
};
const counted = async (key = owner) => {
  const living = await quotas.livingInstances(key.keyId);
  expect(await quotas.recount(key.keyId)).toBe(living);
  return living;
};

describe('the living instances of a key', () => {
  test('are counted whatever becomes of them, and the same one by one', async () => {
    const [stops, falls] = [await enter('stops'), await enter('falls')];
    expect(await counted()).toBe(2);
    await actors.stopInstance(stops);
    expect(await counted()).toBe(1);
    await enter('stops');
    expect(await counted()).toBe(2);

    await actors.beat(stops);
    await actors.passTime(timing.downAfterMs);
    await actors.check(falls);
    expect(await actors.status(falls)).toBe('Down');
    expect(await counted()).toBe(2);
    await actors.beat(stops);
    await actors.passTime(dayMs);
    await actors.beat(stops);
    await actors.check(falls);
    expect(await counted()).toBe(1);
  });

  test('that are replaced by newcomers are not counted any more', async () => {
    const old = await enter('old');
    await actors.beat(old);
    await actors.passTime(timing.intervalMs);
    const fresh = await enter('fresh');
    await actors.beat(fresh);
    await actors.passTime(timing.downAfterMs - timing.intervalMs);
    await actors.beat(fresh);
    await actors.check(old);
    expect(await actors.status(old)).toBe('Replaced');
    expect(await counted()).toBe(1);
  });

  test('go with a service that is archived', async () => {
    await enter('one');
    await enter('two');
    await actors.stopInstance(await enter('three'));
    const archiveService = createArchiveService({
      archive: createArchive(actors.client, actors.partitions),
      meter: actors.meter,
    });
    await archiveService(actors.ids.serviceId('orders', 'test'), 'Ada');
    expect(await counted()).toBe(0);
  });

  test('count for who registered them last', async () => {
    await enter('one');
    await enter('one', other);
    expect([await counted(), await counted(other)]).toEqual([0, 1]);
  });
});

describe('a key at its limit', () => {
  beforeEach(async () => {
    for (const key of ['one', 'two', 'three']) await enter(key);
  });

  test('is refused what is new, and never what is known, however it left', async () => {
    expect(await register('four')).toEqual({
      ...{ kind: 'over-quota', what: 'instances', limit: 3, waitMs: 60_000 },
    });
    expect(await register('one')).toMatchObject({ kind: 'updated' });
    await actors.stopInstance(actors.ids.instanceId(actors.ids.serviceId('orders', 'test'), 'two'));
    await enter('two');
    expect(await counted()).toBe(3);
    expect(await register('four', other)).toMatchObject({ kind: 'created' });
  });

  test('may go on when one has left, within a second', async () => {
    expect(await register('four')).toMatchObject({ kind: 'over-quota' });
    await actors.stopInstance(actors.ids.instanceId(actors.ids.serviceId('orders', 'test'), 'two'));
    nowMs += 1_001;
    expect(await register('four')).toMatchObject({ kind: 'created' });
  });

  test('may have more by a limit of its own, and any number by 0', async () => {
    expect(await register('four', { ...owner, maxInstances: 4 } as never)).toMatchObject({ kind: 'created' });
    expect(await register('five', { ...owner, maxInstances: 4 } as never)).toMatchObject({ limit: 4 });
    expect(await register('six', { ...owner, maxInstances: 0 } as never)).toMatchObject({ kind: 'created' });
  });

  test('is counted anew before it is refused: a count that went wrong locks nobody out', async () => {
    await actors.client.hset(actors.keys.instancesByKey, owner.keyId, 99);
    await actors.stopInstance(actors.ids.instanceId(actors.ids.serviceId('orders', 'test'), 'two'));
    nowMs += 60_001;
    expect(await register('four')).toMatchObject({ kind: 'created' });
    expect(await counted()).toBe(3);
  });

  test('is said to be so once, and not by each of its calls', async () => {
    for (let i = 0; i < 5; i++) await register('four');
    expect(actors.warned.filter((line) => line.includes('reached its limit'))).toHaveLength(1);
  });
});

test('many that register at once do not pass the limit together', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, (_, i) => register(`copy-${i}`)));
  expect(all.filter(({ kind }) => kind === 'created')).toHaveLength(3);
  expect(await counted()).toBe(3);
});

describe('new services', () => {
  const limits = { instances: 0, servicesPerMinute: 2 };

  test('are so many a minute and key, and an instance more of a known one is none', async () => {
    limitRegistrations = createLimitRegistrations({ quotas, log: actors.log, now: () => nowMs, limits });
    const kinds = async (...names: string[]) => {
      const found = [];
      for (const [i, name] of names.entries()) found.push((await register(`copy-${i}`, owner, name)).kind);
      return found;
    };
    expect(await kinds('a', 'b', 'b', 'a', 'c')).toEqual([
      ...['created', 'created', 'created', 'created', 'over-quota'],
    ]);
    const refused = await register('one', owner, 'c');
    expect(refused).toMatchObject({ what: 'services', limit: 2 });
    if (refused.kind !== 'over-quota') throw new Error('it was not refused');
    expect(refused.waitMs).toBeGreaterThan(50_000);
    expect((await register('one', other, 'c')).kind).toBe('created');
    await actors.client.del(actors.keys.newServices(owner.keyId));
    expect((await register('one', owner, 'd')).kind).toBe('created');
  });

  test('end their minute by themselves: nothing is left of it', async () => {
    limitRegistrations = createLimitRegistrations({
      ...{ quotas, log: actors.log, now: () => nowMs },
      limits: { instances: 0, servicesPerMinute: 1 },
    });
    expect(await limitRegistrations(owner, 'a')).toBeNull();
    expect(await limitRegistrations(owner, 'a')).toBeNull();
    expect(await limitRegistrations(owner, 'b')).toMatchObject({ kind: 'over-quota', what: 'services' });
    expect(await actors.client.smembers(actors.keys.newServices('abcdefgh'))).toEqual(['a']);
    const leftMs = await actors.client.pttl(actors.keys.newServices('abcdefgh'));
    expect(leftMs).toBeGreaterThan(50_000);
    expect(leftMs).toBeLessThanOrEqual(60_000);
  });
});
