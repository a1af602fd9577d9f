import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type InstanceState,
  type InstanceStep,
  judgeInstance,
  lingerMs,
  nextCheckAt,
} from '../../src/domain/judge-instance.ts';
import type { InstanceStatus } from '../../src/domain/status.ts';
import { blindGaps, defaultTiming, timings } from './arbitraries.ts';
import { instanceThatIs, judgeUntil } from './instance-history.ts';

const s = 1_000;
const never = 1_000_000_000_000;

/** States in which silence goes on: nothing was heard since the last judgement. */
const silentStates: fc.Arbitrary<InstanceState> = fc.oneof(
  fc.constantFrom(instanceThatIs('Healthy'), instanceThatIs('Pending', { hasBeaten: false })),
  fc.nat(60).map((silentSinceMs) => instanceThatIs('Recovered', { silentSinceMs })),
  fc.nat(60).map((silentSinceMs) => instanceThatIs('Pending', { silentSinceMs })),
);

describe('an instance', () => {
  const unheard = { hasBeaten: false };
  test.each<[string, InstanceState, number, InstanceStep | null]>([
    ['that was never heard is Pending at first', instanceThatIs('Pending', unheard), 36 * s, null],
    [
      'that was never heard is Degraded like a silent one',
      instanceThatIs('Pending', unheard),
      36 * s + 1,
      { to: 'Degraded', atMs: 36 * s + 1 },
    ],
    [
      'that was never heard is Down like a silent one',
      instanceThatIs('Degraded', { ...unheard, sinceMs: 36 * s + 1 }),
      120 * s,
      { to: 'Down', atMs: 120 * s },
    ],
    [
      'that is Pending and beats is Healthy at the time of the heartbeat',
      instanceThatIs('Pending', { silentSinceMs: 5 * s }),
      9 * s,
      { to: 'Healthy', atMs: 5 * s },
    ],
    ['that is silent for interval and grace is on time', instanceThatIs('Healthy'), 36 * s, null],
    [
      'that is silent for a millisecond more is Degraded',
      instanceThatIs('Healthy'),
      36 * s + 1,
      { to: 'Degraded', atMs: 36 * s + 1 },
    ],
    [
      'whose judge slept is Degraded at the time that the rules say, not at the time of waking',
      instanceThatIs('Healthy'),
      900 * s,
      { to: 'Degraded', atMs: 36 * s + 1 },
    ],
    [
      'that beats again in Degraded is Healthy at the time of the heartbeat',
      instanceThatIs('Degraded', { sinceMs: 36 * s + 1, silentSinceMs: 50 * s }),
      51 * s,
      { to: 'Healthy', atMs: 50 * s },
    ],
    [
      'that is Degraded stays so until down-after',
      instanceThatIs('Degraded', { sinceMs: 37 * s }),
      120 * s - 1,
      null,
    ],
    [
      'that is silent for down-after is Down',
      instanceThatIs('Degraded', { sinceMs: 37 * s }),
      120 * s,
      { to: 'Down', atMs: 120 * s },
    ],
    ['that is Down stays so while it is silent', instanceThatIs('Down', { sinceMs: 120 * s }), never, null],
    [
      'that beats again after Down is Recovered at the time of the heartbeat',
      instanceThatIs('Down', { sinceMs: 120 * s, silentSinceMs: 150 * s }),
      151 * s,
      { to: 'Recovered', atMs: 150 * s },
    ],
    [
      'that only registers again after Down is not heard',
      instanceThatIs('Down', { ...unheard, sinceMs: 120 * s, silentSinceMs: 150 * s }),
      never,
      null,
    ],
    [
      'that registers again in Degraded is not Healthy',
      instanceThatIs('Degraded', { ...unheard, sinceMs: 37 * s, silentSinceMs: 100 * s }),
      220 * s - 1,
      null,
    ],
    [
      'that registers again in Degraded has down-after from there',
      instanceThatIs('Degraded', { ...unheard, sinceMs: 37 * s, silentSinceMs: 100 * s }),
      220 * s,
      { to: 'Down', atMs: 220 * s },
    ],
    [
      'that is Recovered stays so within the recovery window',
      instanceThatIs('Recovered', { silentSinceMs: 59 * s }),
      60 * s - 1,
      null,
    ],
    [
      'that is Recovered and on time for the recovery window is Healthy',
      instanceThatIs('Recovered', { silentSinceMs: 59 * s }),
      60 * s,
      { to: 'Healthy', atMs: 60 * s },
    ],
    [
      'that falls silent within the recovery window is Degraded, not Healthy',
      instanceThatIs('Recovered'),
      never,
      { to: 'Degraded', atMs: 36 * s + 1 },
    ],
    [
      'that is late in the very millisecond in which the window ends is Degraded',
      instanceThatIs('Recovered', { silentSinceMs: 24 * s - 1 }),
      60 * s,
      { to: 'Degraded', atMs: 60 * s },
    ],
    ['that deregistered stays in the lists for six hours', instanceThatIs('Stopped'), lingerMs - 1, null],
    [
      'that deregistered then leaves',
      instanceThatIs('Stopped'),
      never,
      { to: 'Expired', atMs: 6 * 3600 * s },
    ],
    [
      'that was replaced leaves as well',
      instanceThatIs('Replaced'),
      never,
      { to: 'Expired', atMs: 6 * 3600 * s },
    ],
    [
      'that deregistered is not brought back by a late heartbeat',
      instanceThatIs('Stopped', { silentSinceMs: 10 * s }),
      lingerMs - 1,
      null,
    ],
    ['that left the lists never changes again', instanceThatIs('Expired', { silentSinceMs: 9 }), never, null],
  ])('%s', (_title, state, nowMs, step) => {
    expect(judgeInstance(state, defaultTiming, [], nowMs)).toEqual(step);
  });
});

describe('silence that is fully observed', () => {
  test('makes an instance Degraded in the first millisecond after interval and grace, and Down exactly at down-after', () => {
    fc.assert(
      fc.property(timings, fc.boolean(), fc.nat(500), (timing, hasBeaten, silentSinceMs) => {
        const times = { sinceMs: silentSinceMs, silentSinceMs, judgedSilenceMs: silentSinceMs, hasBeaten };
        const start = instanceThatIs(hasBeaten ? 'Healthy' : 'Pending', times);
        const late = { to: 'Degraded', atMs: silentSinceMs + timing.intervalMs + timing.graceMs + 1 };
        const down = { to: 'Down', atMs: silentSinceMs + timing.downAfterMs };
        expect(judgeUntil(start, timing, [], late.atMs - 1).steps).toEqual([]);
        const untilLate = judgeUntil(start, timing, [], late.atMs).steps;
        expect(untilLate).toEqual(down.atMs === late.atMs ? [late, down] : [late]);
        expect(judgeUntil(start, timing, [], Math.max(late.atMs, down.atMs - 1)).steps[0]).toEqual(late);
        if (down.atMs > late.atMs) expect(judgeUntil(start, timing, [], down.atMs - 1).steps).toEqual([late]);
        expect(judgeUntil(start, timing, [], down.atMs).steps).toEqual([late, down]);
        expect(judgeUntil(start, timing, [], never).steps).toEqual([late, down]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the judge', () => {
  const moments = fc.array(fc.nat(600), { maxLength: 12 }).map((all) => all.sort((a, b) => a - b));

  test('writes the same history whether it looks often or once at the end', () => {
    fc.assert(
      fc.property(silentStates, timings, blindGaps, moments, (start, timing, gaps, times) => {
        const steps: InstanceStep[] = [];
        let state = start;
        for (const nowMs of [...times, 600]) {
          const judged = judgeUntil(state, timing, gaps, nowMs);
          steps.push(...judged.steps);
          state = judged.state;
        }
        expect({ state, steps }).toEqual(judgeUntil(start, timing, gaps, 600));
      }),
      { numRuns: 300 },
    );
  });

  test('takes steps in the order of time, none from the future, and then rests', () => {
    fc.assert(
      fc.property(silentStates, timings, blindGaps, fc.nat(600), (start, timing, gaps, nowMs) => {
        const { state, steps } = judgeUntil(start, timing, gaps, nowMs);
        let beforeMs = start.sinceMs;
        for (const step of steps) {
          expect(step.atMs).toBeGreaterThanOrEqual(beforeMs);
          expect(step.atMs).toBeLessThanOrEqual(nowMs);
          beforeMs = step.atMs;
        }
        expect(judgeInstance(state, timing, gaps, nowMs)).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  test('never makes an instance Down that it did not make Degraded', () => {
    fc.assert(
      fc.property(silentStates, timings, blindGaps, (start, timing, gaps) => {
        const path = judgeUntil(start, timing, gaps, never).steps.map((step) => step.to);
        expect(path.slice(-2)).toEqual(['Degraded', 'Down']);
      }),
    );
  });
});

describe('nextCheckAt', () => {
  test('is the very millisecond of the next step: a millisecond earlier there is nothing to judge', () => {
    const leaving = fc
      .constantFrom<InstanceStatus>('Stopped', 'Replaced')
      .map((status) => instanceThatIs(status, { sinceMs: 9 }));
    const degraded = instanceThatIs('Degraded', { sinceMs: 60 });
    const states = fc.oneof(silentStates, leaving, fc.constant(degraded));
    fc.assert(
      fc.property(states, timings, blindGaps, (state, timing, gaps) => {
        const atMs = nextCheckAt(state, timing, gaps, 50);
        expect(judgeInstance(state, timing, gaps, atMs - 1)).toBeNull();
        expect(judgeInstance(state, timing, gaps, atMs)).toMatchObject({ atMs });
      }),
      { numRuns: 200 },
    );
  });

  test('of a Down instance is one period from now, because a newcomer may take its place', () => {
    const state = instanceThatIs('Down', { sinceMs: 120 * s });
    expect(nextCheckAt(state, defaultTiming, [], 500 * s)).toBe(536 * s);
  });

  test('of an instance that was heard since it fell silent is not later than that heartbeat', () => {
    const state = instanceThatIs('Degraded', { sinceMs: 37 * s, silentSinceMs: 50 * s });
    expect(nextCheckAt(state, defaultTiming, [], 51 * s)).toBe(50 * s);
  });

  test('of an instance that left the lists never comes', () => {
    expect(nextCheckAt(instanceThatIs('Expired'), defaultTiming, [], 0)).toBe(Number.POSITIVE_INFINITY);
  });
});
