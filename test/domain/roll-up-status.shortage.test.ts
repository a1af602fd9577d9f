import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type InstanceChange, rollUpStatus } from '../../src/domain/roll-up-status.ts';
import { countsOf } from './arbitraries.ts';
import { change, rulesOf, service } from './service-inputs.ts';

const s = 1_000;

describe('a service that needs several instances', () => {
  test('is short from the last heartbeat of the instance that went Down, so it is Down at once', () => {
    const state = service('Degraded', { Healthy: 1, Down: 1 });
    expect(rollUpStatus(state, rulesOf(2), [change('Down', 130 * s, 10 * s)], 131 * s)).toEqual({
      step: { to: 'Down', atMs: 130 * s },
      shortSinceMs: 10 * s,
      nextCheckAtMs: null,
    });
  });

  test('that lost an instance by a deregistration has down-after to start another', () => {
    const state = service('Healthy', { Healthy: 1 });
    const first = rollUpStatus(state, rulesOf(2), [change('Stopped', 100 * s)], 101 * s);
    expect(first).toEqual({ step: null, shortSinceMs: 100 * s, nextCheckAtMs: 220 * s });
    const waiting = { ...state, shortSinceMs: first.shortSinceMs };
    expect(rollUpStatus(waiting, rulesOf(2), [], 220 * s - 1).step).toBeNull();
    expect(rollUpStatus(waiting, rulesOf(2), [], 220 * s).step).toEqual({ to: 'Down', atMs: 220 * s });
    expect(rollUpStatus(waiting, rulesOf(2), [], 900 * s).step).toEqual({ to: 'Down', atMs: 220 * s });
  });

  test('has as long again when we could not hear: who had to register could not', () => {
    const state = service('Healthy', { Healthy: 1 }, { shortSinceMs: 100 * s });
    const gaps = [{ fromMs: 110 * s, toMs: 400 * s }];
    expect(rollUpStatus(state, rulesOf(2), [], 509 * s, gaps)).toEqual({
      ...{ step: null, shortSinceMs: 100 * s, nextCheckAtMs: 510 * s },
    });
    expect(rollUpStatus(state, rulesOf(2), [], 511 * s, gaps).step).toEqual({ to: 'Down', atMs: 510 * s });
    expect(rollUpStatus(state, rulesOf(2), [], 300 * s, [{ fromMs: 110 * s, toMs: 300 * s }])).toEqual({
      ...{ step: null, shortSinceMs: 100 * s, nextCheckAtMs: 410 * s },
    });
  });

  test('that has enough again in time is not short any more', () => {
    const state = service('Healthy', { Healthy: 2 }, { shortSinceMs: 100 * s });
    expect(rollUpStatus(state, rulesOf(2), [change('Healthy', 150 * s)], 151 * s)).toEqual({
      step: null,
      shortSinceMs: null,
      nextCheckAtMs: null,
    });
  });

  test('stays Down while it is short and is Recovered with the instance that it took', () => {
    const down = service('Down', { Recovered: 1, Down: 2 }, { sinceMs: 220 * s, shortSinceMs: 100 * s });
    expect(rollUpStatus(down, rulesOf(2), [change('Recovered', 300 * s)], 301 * s)).toEqual({
      step: null,
      shortSinceMs: 100 * s,
      nextCheckAtMs: null,
    });
    const changes = [change('Recovered', 300 * s), change('Recovered', 310 * s)];
    const enough = { ...down, counts: countsOf({ Recovered: 2, Down: 1 }) };
    expect(rollUpStatus(enough, rulesOf(2), changes, 311 * s)).toEqual({
      step: { to: 'Recovered', atMs: 310 * s },
      shortSinceMs: null,
      nextCheckAtMs: 370 * s,
    });
  });

  test('counts a late instance as alive and one that was never heard as missing', () => {
    expect(
      rollUpStatus(service('Healthy', { Healthy: 1, Degraded: 1 }), rulesOf(2), [], 900 * s).shortSinceMs,
    ).toBeNull();
    const state = service('Pending', { Healthy: 1, Pending: 1 });
    expect(rollUpStatus(state, rulesOf(2), [change('Pending', 5 * s)], 5 * s).shortSinceMs).toBe(5 * s);
  });

  test.each<[string, InstanceChange[], number]>([
    [
      'a hiccup of an instance that is alive says nothing about when another left',
      [change('Degraded', 100 * s, 60 * s), change('Healthy', 110 * s), change('Stopped', 1_000 * s)],
      1_000 * s,
    ],
    [
      'the first deregistration left enough, the second did not',
      [change('Stopped', 100 * s), change('Stopped', 1_000 * s)],
      1_000 * s,
    ],
    [
      'the instance that fell silent long ago left enough, the deregistration did not',
      [change('Down', 1_000 * s, 880 * s), change('Stopped', 999 * s)],
      999 * s,
    ],
    [
      'a newcomer that is not heard yet took nobody away',
      [change('Stopped', 900 * s), change('Pending', 1_000 * s)],
      900 * s,
    ],
  ])('read late, in one go: %s', (_title, changes, shortSinceMs) => {
    const rolled = rollUpStatus(service('Healthy', { Healthy: 1 }), rulesOf(2), changes, 1_001 * s);
    expect(rolled.shortSinceMs).toBe(shortSinceMs);
  });

  test('of which one is missing is short only from the departure that it took, so it is not Down too early', () => {
    const departures = fc.array(fc.nat(1_000 * s), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(departures, fc.nat(5), (times, spare) => {
        const alive = 3 + spare - times.length;
        fc.pre(alive >= 0 && alive < 3);
        const changes = times.map((atMs) => change('Stopped', atMs));
        const state = service('Healthy', { Healthy: alive });
        const inOrder = [...times].sort((a, b) => a - b);
        fc.pre(alive > 0);
        expect(rollUpStatus(state, rulesOf(3), changes, 1_000 * s).shortSinceMs).toBe(inOrder[spare]);
      }),
    );
  });
});
