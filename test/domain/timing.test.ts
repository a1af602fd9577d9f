import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TimingSettings, timingFor } from '../../src/domain/timing.ts';
import { defaultTiming } from './arbitraries.ts';

const defaults = { intervalMs: 30_000, downAfterMs: 120_000 };

describe('timingFor', () => {
  test('nothing set is 30 s, 6 s of grace, Down after 2 min, recovered for 1 min', () => {
    expect(timingFor(defaults, {}, undefined)).toEqual(defaultTiming);
  });

  test.each<[string, TimingSettings, number | undefined, Partial<typeof defaultTiming>]>([
    ['what the registrant promised wins over the default', {}, 10_000, { intervalMs: 10_000 }],
    ['policy wins over the registrant', { intervalMs: 20_000 }, 10_000, { intervalMs: 20_000 }],
    ['grace is a fifth of the interval', {}, 10_000, { graceMs: 2_000 }],
    ['grace is never less than 250 ms by itself', {}, 1_000, { graceMs: 250 }],
    ['policy may set a smaller grace', { graceMs: 10 }, 1_000, { graceMs: 10 }],
    ['a short interval keeps the two minutes', {}, 1_000, { downAfterMs: 120_000 }],
    ['a five-minute job is Down after three missed heartbeats', {}, 300_000, { downAfterMs: 960_000 }],
    [
      'policy may ask for less than three missed heartbeats',
      { downAfterMs: 50_000 },
      undefined,
      { downAfterMs: 50_000 },
    ],
    ['policy may ask for more', { downAfterMs: 999_000 }, undefined, { downAfterMs: 999_000 }],
    [
      'no policy makes an instance Down before it is late',
      { downAfterMs: 1 },
      undefined,
      { downAfterMs: 36_001 },
    ],
    ['the recovery window is two intervals', {}, 10_000, { recoveryWindowMs: 20_000 }],
    ['policy may set the recovery window', { recoveryWindowMs: 5 }, undefined, { recoveryWindowMs: 5 }],
    ['policy may do without a recovery window', { recoveryWindowMs: 0 }, undefined, { recoveryWindowMs: 0 }],
  ])('%s', (_title, policy, registrantMs, expected) => {
    expect(timingFor(defaults, policy, registrantMs)).toMatchObject(expected);
  });

  test('what is set for the whole monitor wins over what follows from the interval, and policy over both', () => {
    const set = { ...defaults, graceMs: 700, recoveryWindowMs: 900 };
    expect(timingFor(set, {}, undefined)).toMatchObject({ graceMs: 700, recoveryWindowMs: 900 });
    const policy = { graceMs: 1, recoveryWindowMs: 2 };
    expect(timingFor(set, policy, undefined)).toMatchObject(policy);
  });

  test('without a policy three heartbeats must be missed, and an instance is always late before it is Down', () => {
    const ms = fc.integer({ min: 100, max: 1_000_000 });
    const maybe = fc.option(ms, { nil: undefined });
    const policies = fc.record({ intervalMs: maybe, graceMs: maybe, downAfterMs: maybe });
    fc.assert(
      fc.property(
        fc.record({ intervalMs: ms, downAfterMs: ms }),
        policies,
        maybe,
        (set, policy, registrantMs) => {
          const timing = timingFor(set, policy, registrantMs);
          expect(timing.downAfterMs).toBeGreaterThan(timing.intervalMs + timing.graceMs);
          if (policy.downAfterMs === undefined) {
            expect(timing.downAfterMs).toBe(
              Math.max(set.downAfterMs, 3 * timing.intervalMs + timing.graceMs),
            );
          }
        },
      ),
    );
  });
});
