import { describe, expect, test } from 'vitest';
import { findHiddenOutage } from '../../src/domain/hidden-outage.ts';
import { findHiddenRecovery } from '../../src/domain/hidden-recovery.ts';
import { type InstanceChange, rollUpStatus, type StatusCounts } from '../../src/domain/roll-up-status.ts';
import { countsOf } from './arbitraries.ts';
import { afterRollUp, rulesOf, service } from './service-inputs.ts';

const s = 1_000;

const down = (atMs: number, counts: Partial<StatusCounts>): InstanceChange => ({
  ...{ from: 'Degraded', fromSinceMs: atMs - 80 * s, to: 'Down', atMs, silentSinceMs: atMs - 120 * s },
  counts: countsOf(counts),
});

const recovered = (atMs: number, downSinceMs: number, counts: Partial<StatusCounts>): InstanceChange => ({
  ...{ from: 'Down', fromSinceMs: downSinceMs, to: 'Recovered', atMs, silentSinceMs: atMs },
  counts: countsOf(counts),
});

describe('an outage between two roll-ups', () => {
  const late = service('Degraded', { Recovered: 1 }, { sinceMs: 36 * s });

  test('is found when Down and Recovered are read together', () => {
    const changes = [down(120 * s, { Down: 1 }), recovered(125 * s, 120 * s, { Recovered: 1 })];
    expect(findHiddenOutage(late, changes)).toEqual({ to: 'Down', atMs: 120 * s });
  });

  test('is found by its end alone, when another worker holds its beginning', () => {
    const changes = [recovered(125 * s, 120 * s, { Recovered: 1 })];
    expect(findHiddenOutage(late, changes)).toEqual({ to: 'Down', atMs: 120 * s });
  });

  test('is not found twice: what is older than the status has been told', () => {
    const changes = [down(120 * s, { Down: 1 }), recovered(125 * s, 120 * s, { Recovered: 1 })];
    const told = service('Recovered', { Recovered: 1 }, { sinceMs: 125 * s });
    expect(findHiddenOutage(told, changes)).toBeNull();
  });

  test('is none while a sibling was heard', () => {
    const changes = [
      down(120 * s, { Down: 1, Healthy: 1 }),
      recovered(125 * s, 120 * s, { Recovered: 1, Healthy: 1 }),
    ];
    expect(findHiddenOutage(late, changes)).toBeNull();
  });

  test('began with the last deadline, in whatever order the commits came', () => {
    const other = service('Degraded', { Down: 2 }, { sinceMs: 36 * s, lastDownAtMs: 123 * s });
    expect(findHiddenOutage(other, [down(120 * s, { Down: 2 })])).toEqual({ to: 'Down', atMs: 123 * s });
    const both = [down(123 * s, { Down: 1, Degraded: 1 }), down(120 * s, { Down: 2 })];
    expect(findHiddenOutage(late, both)).toEqual({ to: 'Down', atMs: 123 * s });
  });

  test('leads through Down to Recovered, each at its true time', () => {
    const changes = [down(120 * s, { Down: 1 }), recovered(125 * s, 120 * s, { Recovered: 1 })];
    const wentDown = { ...late, status: 'Down' as const, sinceMs: 120 * s };
    expect(rollUpStatus(wentDown, rulesOf(1), changes, 130 * s).step).toEqual({
      to: 'Recovered',
      atMs: 125 * s,
    });
  });
});

describe('a recovery between two roll-ups', () => {
  const wentDown = service('Down', { Down: 1 }, { sinceMs: 120 * s });
  const heard = recovered(150 * s, 120 * s, { Recovered: 1 });

  test('is found when Recovered and the next Down are read together', () => {
    const changes = [heard, down(270 * s, { Down: 1 })];
    expect(findHiddenRecovery(wentDown, rulesOf(1), changes)).toEqual({ to: 'Recovered', atMs: 150 * s });
    const isBack = { ...wentDown, status: 'Recovered' as const, sinceMs: 150 * s };
    expect(findHiddenOutage(isBack, changes)).toEqual({ to: 'Down', atMs: 270 * s });
  });

  test('is found by the first that was heard, be it a newcomer', () => {
    const newcomer = { ...heard, from: 'Pending' as const, to: 'Healthy' as const, atMs: 140 * s };
    const changes = [newcomer, heard, down(270 * s, { Down: 2 })];
    expect(findHiddenRecovery(wentDown, rulesOf(1), changes)).toEqual({ to: 'Recovered', atMs: 140 * s });
  });

  test('is not found twice: what is older than the status has been told', () => {
    const again = { ...wentDown, sinceMs: 270 * s };
    expect(findHiddenRecovery(again, rulesOf(1), [heard, down(270 * s, { Down: 1 })])).toBeNull();
  });

  test('is not taken for the end of the outage that came after it', () => {
    const back = recovered(300 * s, 270 * s, { Recovered: 1 });
    const again = { ...wentDown, counts: countsOf({ Recovered: 1 }), sinceMs: 270 * s };
    const changes = [heard, down(270 * s, { Down: 1 }), back];
    expect(rollUpStatus(again, rulesOf(1), changes, 310 * s).step).toEqual({
      to: 'Recovered',
      atMs: 300 * s,
    });
  });

  test('is none where a service needs more instances than were heard', () => {
    const changes = [heard, recovered(151 * s, 120 * s, { Recovered: 2 }), down(270 * s, { Down: 2 })];
    expect(findHiddenRecovery(wentDown, rulesOf(2), changes)).toEqual({ to: 'Recovered', atMs: 151 * s });
    expect(findHiddenRecovery(wentDown, rulesOf(3), changes)).toBeNull();
  });

  test('is none of a service that is not Down', () => {
    const late = service('Degraded', { Degraded: 1 }, { sinceMs: 120 * s });
    expect(findHiddenRecovery(late, rulesOf(1), [heard])).toBeNull();
  });
});

describe('counts that are ahead of the changes that were read', () => {
  const both = service('Healthy', { Down: 2 });

  test('leave the Down to the change that brings it, with its true time', () => {
    const first = rollUpStatus(both, rulesOf(1), [down(120 * s, { Down: 1, Degraded: 1 })], 130 * s);
    expect(first.step).toMatchObject({ to: 'Degraded' });
    const second = rollUpStatus(afterRollUp(both, first), rulesOf(1), [down(122 * s, { Down: 2 })], 130 * s);
    expect(second.step).toEqual({ to: 'Down', atMs: 122 * s });
  });

  test('count all the same when only the time has passed', () => {
    expect(rollUpStatus(both, rulesOf(1), [], 130 * s).step?.to).toBe('Down');
  });
});
