import fc from 'fast-check';
import type { BlindGap, SilenceTarget } from '../../src/domain/clear-time.ts';
import { aliveCount, type StatusCounts } from '../../src/domain/roll-up-status.ts';
import type { Timing } from '../../src/domain/timing.ts';

/** The timing that the defaults give: 30 s, 6 s, 2 min, 1 min. */
export const defaultTiming: Timing = {
  intervalMs: 30_000,
  graceMs: 6_000,
  downAfterMs: 120_000,
  recoveryWindowMs: 60_000,
};

/** Timings of a few dozen milliseconds, always late before Down. */
export const timings: fc.Arbitrary<Timing> = fc
  .record({
    intervalMs: fc.integer({ min: 5, max: 40 }),
    graceMs: fc.integer({ min: 1, max: 15 }),
    beyondLateMs: fc.integer({ min: 1, max: 150 }),
    recoveryWindowMs: fc.integer({ min: 0, max: 120 }),
  })
  .map(({ beyondLateMs, ...rest }) => ({
    ...rest,
    downAfterMs: rest.intervalMs + rest.graceMs + beyondLateMs,
  }));

/** Gaps in any order, which may overlap, touch and contain each other. */
export const blindGaps: fc.Arbitrary<BlindGap[]> = fc.array(
  fc
    .tuple(fc.integer({ min: -20, max: 200 }), fc.integer({ min: 1, max: 40 }))
    .map(([fromMs, lengthMs]) => ({ fromMs, toMs: fromMs + lengthMs })),
  { maxLength: 7 },
);

export const silenceTargets: fc.Arbitrary<SilenceTarget> = fc.record({
  silenceMs: fc.integer({ min: 0, max: 80 }),
  periods: fc.integer({ min: 0, max: 5 }),
  periodMs: fc.integer({ min: 1, max: 20 }),
});

export function countsOf(some: Partial<StatusCounts>): StatusCounts {
  return { Pending: 0, Healthy: 0, Degraded: 0, Down: 0, Recovered: 0, ...some };
}

const few = fc.constantFrom(0, 0, 1, 2);

export const statusCounts: fc.Arbitrary<StatusCounts> = fc.record({
  Pending: few,
  Healthy: few,
  Degraded: few,
  Down: few,
  Recovered: few,
});

/** Counts in which nobody is alive but somebody is Down. */
export const deadCounts = statusCounts.filter((counts) => aliveCount(counts) === 0 && counts.Down > 0);
