import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlindGap, clearMsBetween, whenSilenceReaches } from '../../src/domain/clear-time.ts';
import { type Timing, timingFor } from '../../src/domain/timing.ts';
import { blindGaps, defaultTiming, timings } from './arbitraries.ts';
import { instanceThatIs, judgeUntil } from './instance-history.ts';

const never = 1_000_000_000;

/** When the rules make an instance Down that beat last at 0 and is dead since. */
function downAtMs(timing: Timing, gaps: readonly BlindGap[]): number {
  const last = judgeUntil(instanceThatIs('Healthy'), timing, gaps, never).steps.at(-1);
  return last?.to === 'Down' ? last.atMs : Number.NaN;
}

interface Schedule {
  timing: Timing;
  /** How late the n-th heartbeat arrives; always less than grace. */
  latenessMs: number[];
  /** Entries of the blind ledger. */
  gaps: BlindGap[];
  /** Heartbeats that arrive this long after a gap's start, or before its end, are heard all the same. */
  marginMs: number;
}

const beatCount = 30;

const schedules = (gapsFor: (timing: Timing) => fc.Arbitrary<BlindGap[]>): fc.Arbitrary<Schedule> =>
  timings.chain((timing) =>
    fc.record({
      timing: fc.constant(timing),
      latenessMs: fc.array(fc.nat(timing.graceMs - 1), { minLength: beatCount, maxLength: beatCount }),
      gaps: gapsFor(timing),
      marginMs: fc.nat(3),
    }),
  );

/** Outages of any length at any time. */
const randomOutages = (timing: Timing) =>
  fc.array(
    fc
      .tuple(fc.nat(beatCount * timing.intervalMs), fc.integer({ min: 1, max: 6 * timing.intervalMs }))
      .map(([fromMs, lengthMs]) => ({ fromMs, toMs: fromMs + lengthMs })),
    { maxLength: 10 },
  );

/** The monitor goes away just before every heartbeat and comes back just after it. */
const outagesInStep = (timing: Timing) =>
  fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.nat(Math.floor(timing.intervalMs / 2)), fc.nat(3))
    .map(([startsAtBeat, beforeMs, afterMs]) =>
      Array.from({ length: beatCount - startsAtBeat }, (_, n) => {
        const dueMs = (startsAtBeat + n) * timing.intervalMs;
        return { fromMs: dueMs - 4 - beforeMs, toMs: dueMs + timing.graceMs + 4 + afterMs };
      }),
    );

/** Lets an instance beat through the outages and judges it before every heartbeat that is heard. */
function statusesSeen({ timing, latenessMs, gaps, marginMs }: Schedule): Set<string> {
  const seen = new Set<string>();
  let state = instanceThatIs('Healthy');
  const arrivals = latenessMs.map((lateMs, n) => (n + 1) * timing.intervalMs + lateMs);
  for (const atMs of arrivals) {
    const isLost = gaps.some((gap) => gap.fromMs + marginMs <= atMs && atMs < gap.toMs - marginMs);
    if (isLost) continue;
    const silent = judgeUntil(state, timing, gaps, atMs - 1);
    for (const step of silent.steps) seen.add(step.to);
    state = judgeUntil({ ...silent.state, silentSinceMs: atMs }, timing, gaps, atMs).state;
    seen.add(state.status);
  }
  for (const step of judgeUntil(state, timing, gaps, (beatCount + 1) * timing.intervalMs).steps)
    seen.add(step.to);
  return seen;
}

describe('an instance that beats all the time', () => {
  test.each([
    ['whatever outages the monitor has', randomOutages],
    ['when the monitor flaps in step with its heartbeats', outagesInStep],
  ])('is never Down, %s', (_title, gapsFor) => {
    fc.assert(
      fc.property(schedules(gapsFor), (schedule) => {
        expect([...statusesSeen(schedule)]).not.toContain('Down');
      }),
      { numRuns: 250 },
    );
  });

  test('and that we can always hear is never even Degraded', () => {
    fc.assert(
      fc.property(
        schedules(() => fc.constant([])),
        (schedule) => {
          expect([...statusesSeen(schedule)]).toEqual(['Healthy']);
        },
      ),
    );
  });
});

describe('an instance that is dead', () => {
  test('is not Down before down-after was observed and every missed heartbeat could have been heard', () => {
    fc.assert(
      fc.property(timings, blindGaps, (timing, gaps) => {
        const periodMs = timing.intervalMs + timing.graceMs;
        const atMs = downAtMs(timing, gaps);
        expect(clearMsBetween(0, atMs, gaps)).toBeGreaterThanOrEqual(timing.downAfterMs);
        let periods = 0;
        let stretchMs = 0;
        for (let ms = 0; ms < atMs; ms++) {
          stretchMs = gaps.some((gap) => gap.fromMs <= ms && ms < gap.toMs) ? 0 : stretchMs + 1;
          if (stretchMs > 0 && stretchMs % periodMs === 0) periods++;
        }
        expect(periods).toBeGreaterThanOrEqual(Math.floor(timing.downAfterMs / periodMs));
      }),
      { numRuns: 200 },
    );
  });

  test('is Degraded when more than interval and grace was observed, to the millisecond', () => {
    fc.assert(
      fc.property(timings, blindGaps, (timing, gaps) => {
        const lateMs = timing.intervalMs + timing.graceMs + 1;
        const [late] = judgeUntil(instanceThatIs('Healthy'), timing, gaps, never).steps;
        const atMs = whenSilenceReaches(0, gaps, { silenceMs: lateMs, periods: 0, periodMs: 1 });
        expect(late).toEqual({ to: 'Degraded', atMs });
        expect(clearMsBetween(0, atMs, gaps)).toBe(lateMs);
      }),
    );
  });

  test('is Down at the latest when down-after was observed and the last outage is over for all its periods', () => {
    fc.assert(
      fc.property(timings, blindGaps, (timing, gaps) => {
        const periodMs = timing.intervalMs + timing.graceMs;
        const clearAtMs = Math.max(0, ...gaps.map((gap) => gap.toMs));
        const observed = { silenceMs: timing.downAfterMs, periods: 0, periodMs: 1 };
        const periodsMs = Math.floor(timing.downAfterMs / periodMs) * periodMs;
        const latestMs = Math.max(whenSilenceReaches(0, gaps, observed), clearAtMs + periodsMs);
        expect(downAtMs(timing, gaps)).toBeLessThanOrEqual(latestMs);
        expect(downAtMs(timing, gaps)).toBeLessThanOrEqual(clearAtMs + timing.downAfterMs);
      }),
      { numRuns: 200 },
    );
  });

  test('is Down three periods after the last outage by the default rules, however the monitor flapped', () => {
    const intervals = fc.integer({ min: 40_000, max: 600_000 });
    fc.assert(
      fc.property(intervals, fc.array(fc.nat(900), { maxLength: 8 }), (intervalMs, startsAtS) => {
        const timing = timingFor({ intervalMs: 30_000, downAfterMs: 120_000 }, {}, intervalMs);
        const gaps = startsAtS.map((startS) => ({ fromMs: startS * 1_000, toMs: startS * 1_000 + 45_000 }));
        const clearAtMs = Math.max(0, ...gaps.map((gap) => gap.toMs));
        const observed = { silenceMs: timing.downAfterMs, periods: 0, periodMs: 1 };
        const latestMs = clearAtMs + 3 * (timing.intervalMs + timing.graceMs);
        expect(downAtMs(timing, gaps)).toBeLessThanOrEqual(
          Math.max(latestMs, whenSilenceReaches(0, gaps, observed)),
        );
      }),
    );
  });

  test.each<[string, BlindGap[], number]>([
    ['that we could always hear is Down after two minutes', [], 120_000],
    [
      'is Down an hour later when the monitor was blind for an hour',
      [{ fromMs: 72_000, toMs: 3_672_000 }],
      3_720_000,
    ],
    [
      'has a period begun again that the blind hour interrupted',
      [{ fromMs: 50_000, toMs: 3_650_000 }],
      3_722_000,
    ],
    [
      'when the monitor went blind as it died is Down two minutes after',
      [{ fromMs: 0, toMs: 600_000 }],
      720_000,
    ],
    [
      'is Down three whole periods after the last flap, when no flap before left room for one',
      Array.from({ length: 10 }, (_, n) => ({ fromMs: n * 36_000 + 35_999, toMs: (n + 1) * 36_000 })),
      360_000 + 108_000,
    ],
  ])('%s', (_title, gaps, atMs) => {
    expect(downAtMs(defaultTiming, gaps)).toBe(atMs);
  });
});
