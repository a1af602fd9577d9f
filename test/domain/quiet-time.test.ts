import { describe, expect, test } from 'vitest';
import {
  type OutageMemory,
  type QuietState,
  quietTimeMs,
  rememberOutages,
  whenForgotten,
} from '../../src/domain/quiet-time.ts';
import type { InstanceChange, ServiceStep, StatusCounts } from '../../src/domain/roll-up-status.ts';
import type { ServiceStatus } from '../../src/domain/status.ts';
import { change, rulesOf, service } from './service-inputs.ts';

const hour = 3_600_000;
const rules = rulesOf(1);

describe('the quiet time', () => {
  test.each([
    [0, 2],
    [1, 2],
    [2, 16],
    [3, 60],
    [6, 60],
  ])('after %i outages that are remembered is %i minutes by default', (outages, minutes) => {
    expect(quietTimeMs(rules, outages)).toBe(minutes * 60_000);
  });

  test('is never shorter than the silence that makes a service Down', () => {
    const slow = { ...rules, timing: { ...rules.timing, downAfterMs: 2 * hour } };
    expect([1, 2].map((outages) => quietTimeMs(slow, outages))).toEqual([2 * hour, 2 * hour]);
  });
});

describe('what is remembered of outages', () => {
  interface Given {
    status?: ServiceStatus;
    sinceMs?: number;
    counts?: Partial<StatusCounts>;
    outages?: OutageMemory;
    lateAtMs?: number | null;
    hasIncident?: boolean;
    step?: ServiceStep;
    changes?: InstanceChange[];
    gaps?: { fromMs: number; toMs: number }[];
    nowMs?: number;
  }

  const quiet = { count: 2, quietSinceMs: 10_000 };

  function after(given: Given): OutageMemory {
    const { status = 'Healthy', sinceMs = 0, counts = { Healthy: 1 }, outages = quiet } = given;
    const {
      lateAtMs = null,
      hasIncident = true,
      step = null,
      changes = [],
      gaps = [],
      nowMs = 20_000,
    } = given;
    const before: QuietState = {
      state: service(status, counts, { sinceMs }),
      outages,
      lateAtMs,
      hasIncident,
    };
    return rememberOutages(before, rules, { step, changes, gaps, nowMs });
  }

  const toDown = (atMs: number) => ({ step: { to: 'Down', atMs } as const, counts: { Down: 1 } });

  test.each<[string, Given, OutageMemory]>([
    ['each outage is one more', toDown(20_000), { count: 3, quietSinceMs: null }],
    [
      'more than six change nothing',
      { ...toDown(20_000), outages: { count: 6, quietSinceMs: null } },
      { count: 6, quietSinceMs: null },
    ],
    ['quiet goes on while nothing is late', {}, quiet],
    [
      'an instance that stays Down beside living ones does not hold it up',
      { status: 'Degraded', counts: { Healthy: 1, Down: 1 }, lateAtMs: 9_000 },
      quiet,
    ],
    ['it ends when one is late', { counts: { Healthy: 1, Degraded: 1 } }, { count: 2, quietSinceMs: null }],
    [
      'it begins again when nobody is late any more',
      { outages: { count: 2, quietSinceMs: null }, lateAtMs: 15_000 },
      { count: 2, quietSinceMs: 15_000 },
    ],
    [
      'a lateness that was over before it was looked at begins it again too',
      {
        lateAtMs: 15_000,
        changes: [{ ...change('Healthy', 15_000), from: 'Degraded', fromSinceMs: 12_000 }],
      },
      { count: 2, quietSinceMs: 15_000 },
    ],
    ['even one that nobody has read of yet', { lateAtMs: 15_000 }, { count: 2, quietSinceMs: 15_000 }],
    ['one from before it is known already', { lateAtMs: 9_000, changes: [change('Degraded', 8_000)] }, quiet],
    [
      'it does not run while the service is Down',
      { status: 'Down', counts: { Down: 1 }, outages: { count: 2, quietSinceMs: null } },
      { count: 2, quietSinceMs: null },
    ],
    [
      'it begins with the first heartbeat after Down',
      {
        ...{ status: 'Down', counts: { Recovered: 1 }, outages: { count: 2, quietSinceMs: null } },
        ...{ step: { to: 'Recovered', atMs: 18_000 }, lateAtMs: 5_000 },
      },
      { count: 2, quietSinceMs: 18_000 },
    ],
    [
      'or when the last one that was late then is not any more',
      {
        ...{ status: 'Recovered', sinceMs: 12_000, counts: { Recovered: 2 } },
        ...{ outages: { count: 2, quietSinceMs: null }, lateAtMs: 17_000 },
      },
      { count: 2, quietSinceMs: 17_000 },
    ],
    [
      'lateness from before the recovery does not matter',
      {
        ...{ status: 'Recovered', sinceMs: 12_000, counts: { Recovered: 2 } },
        ...{ outages: { count: 2, quietSinceMs: null }, lateAtMs: 7_000 },
      },
      { count: 2, quietSinceMs: 12_000 },
    ],
    [
      'without an incident nothing is kept of a service that had no outage',
      { outages: { count: 0, quietSinceMs: null }, hasIncident: false, counts: { Degraded: 1 } },
      { count: 0, quietSinceMs: null },
    ],
  ])('%s', (_title, given, expected) => {
    expect(after(given)).toEqual(expected);
  });

  test('each full quiet hour takes one away, from when it begins to when something is late', () => {
    const nowMs = 10_000 + 2 * hour;
    const late = (atMs: number) =>
      after({ nowMs, counts: { Degraded: 1 }, lateAtMs: nowMs, changes: [change('Degraded', atMs)] });
    expect(late(10_000 + hour - 1).count).toBe(2);
    expect(late(10_000 + hour).count).toBe(1);
    expect(late(10_000 + 2 * hour).count).toBe(0);
    // Who is Down was late first: the time in between is not quiet.
    const changes = [change('Degraded', 10_000 + hour - 1), change('Down', 10_000 + hour + 90_000)];
    expect(after({ ...toDown(10_000 + hour + 90_000), nowMs, changes, lateAtMs: nowMs }).count).toBe(3);
    // Over before it was looked at: the change that ended it says when it began.
    const over = { ...change('Healthy', nowMs), from: 'Degraded' as const, fromSinceMs: 10_000 + hour - 1 };
    expect(after({ nowMs, changes: [over], lateAtMs: nowMs }).count).toBe(2);
    // One that nobody was late for: its instances left, and too few were there.
    expect(after({ ...toDown(10_000 + hour), nowMs }).count).toBe(2);
    // What is not over yet cannot be counted twice.
    expect(after({ nowMs })).toEqual(quiet);
  });

  test('it never falls below nothing', () => {
    expect(after({ ...toDown(10_000 + 9 * hour), nowMs: 10_000 + 9 * hour }).count).toBe(1);
  });

  test('time in which we could not hear is not quiet', () => {
    const gaps = [{ fromMs: 20_000, toMs: 50_000 }];
    const nowMs = 10_000 + hour + 30_000;
    const downAt = (atMs: number) => after({ ...toDown(atMs), nowMs, gaps }).count;
    expect([downAt(nowMs - 1), downAt(nowMs)]).toEqual([3, 2]);
    expect(whenForgotten(quiet, gaps)).toBe(10_000 + 2 * hour + 30_000);
  });

  test('is forgotten after as many quiet hours, once there is no incident', () => {
    expect(whenForgotten(quiet, [])).toBe(10_000 + 2 * hour);
    expect(whenForgotten({ count: 2, quietSinceMs: null }, [])).toBeNull();
    const at = (nowMs: number, hasIncident: boolean) => after({ nowMs, hasIncident });
    expect(at(10_000 + 2 * hour - 1, false)).toEqual(quiet);
    expect(at(10_000 + 2 * hour, false)).toEqual({ count: 0, quietSinceMs: null });
    expect(at(10_000 + 2 * hour, true)).toEqual(quiet);
  });
});
