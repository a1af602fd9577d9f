import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BlindGap,
  clearMsBetween,
  type SilenceTarget,
  whenSilenceReaches,
} from '../../src/domain/clear-time.ts';
import { blindGaps, silenceTargets } from './arbitraries.ts';

const isBlind = (gaps: readonly BlindGap[], ms: number) =>
  gaps.some((gap) => gap.fromMs <= ms && ms < gap.toMs);

/** The same rule, one millisecond after the other. */
function walkUntilSilent(sinceMs: number, gaps: readonly BlindGap[], target: SilenceTarget): number {
  let clearMs = 0;
  let stretchMs = 0;
  let periods = 0;
  let ms = sinceMs;
  while (clearMs < target.silenceMs || periods < target.periods) {
    const blind = isBlind(gaps, ms);
    clearMs += blind ? 0 : 1;
    stretchMs = blind ? 0 : stretchMs + 1;
    if (stretchMs > 0 && stretchMs % target.periodMs === 0) periods++;
    ms++;
  }
  return ms;
}

describe('whenSilenceReaches', () => {
  const target = { silenceMs: 100, periods: 2, periodMs: 40 };
  test.each<[string, BlindGap[], number]>([
    ['with no gap silence is the time that has passed', [], 100],
    ['a gap before the last heartbeat does not matter', [{ fromMs: -50, toMs: 0 }], 100],
    ['a gap around the last heartbeat delays by its remaining length', [{ fromMs: -50, toMs: 30 }], 130],
    ['a gap in between delays by its length', [{ fromMs: 50, toMs: 70 }], 120],
    ['a gap that begins when the target is met delays nothing', [{ fromMs: 100, toMs: 900 }], 100],
    [
      'a gap that begins 1 ms before the target is met delays by its length',
      [{ fromMs: 99, toMs: 899 }],
      900,
    ],
    [
      'stretches too short for a heartbeat add silence but no whole period',
      [
        { fromMs: 39, toMs: 50 },
        { fromMs: 89, toMs: 100 },
        { fromMs: 139, toMs: 150 },
      ],
      230,
    ],
    ['a period that a gap interrupts starts anew', [{ fromMs: 79, toMs: 80 }], 120],
  ])('%s', (_title, gaps, reachedAtMs) => {
    expect(whenSilenceReaches(0, gaps, target)).toBe(reachedAtMs);
  });

  test('a monitor that flaps in step with the heartbeats collects two minutes of clear time but proves nothing', () => {
    const gaps = Array.from({ length: 40 }, (_, n) => ({
      fromMs: n * 30_000 + 8_000,
      toMs: (n + 1) * 30_000,
    }));
    const proof = { silenceMs: 120_000, periods: 3, periodMs: 36_000 };
    expect(whenSilenceReaches(0, gaps, { ...proof, periods: 0 })).toBe(14 * 30_000 + 8_000);
    expect(whenSilenceReaches(0, gaps, proof)).toBe(40 * 30_000 + 108_000);
  });

  test('it agrees with a walk through every millisecond', () => {
    fc.assert(
      fc.property(fc.nat(60), blindGaps, silenceTargets, (sinceMs, gaps, target) => {
        expect(whenSilenceReaches(sinceMs, gaps, target)).toBe(walkUntilSilent(sinceMs, gaps, target));
      }),
      { numRuns: 300 },
    );
  });

  test('a higher target is never reached earlier', () => {
    fc.assert(
      fc.property(blindGaps, silenceTargets, fc.nat(30), fc.nat(3), (gaps, target, moreMs, morePeriods) => {
        const higher = {
          ...target,
          silenceMs: target.silenceMs + moreMs,
          periods: target.periods + morePeriods,
        };
        expect(whenSilenceReaches(0, gaps, higher)).toBeGreaterThanOrEqual(
          whenSilenceReaches(0, gaps, target),
        );
      }),
    );
  });

  test('blind time never brings a verdict forward, and none leaves plain silence', () => {
    fc.assert(
      fc.property(blindGaps, blindGaps, silenceTargets, (gaps, more, target) => {
        const plainMs = Math.max(target.silenceMs, target.periods * target.periodMs);
        const withGapsMs = whenSilenceReaches(0, gaps, target);
        expect(whenSilenceReaches(0, [], target)).toBe(plainMs);
        expect(withGapsMs).toBeGreaterThanOrEqual(plainMs);
        expect(whenSilenceReaches(0, [...gaps, ...more], target)).toBeGreaterThanOrEqual(withGapsMs);
      }),
    );
  });

  test('how the ledger writes the same blind time down changes nothing', () => {
    const rewritten = blindGaps.chain((gaps) => {
      const pieces = gaps.flatMap((gap) => {
        const middleMs = Math.floor((gap.fromMs + gap.toMs) / 2);
        const halves = [
          { fromMs: gap.fromMs, toMs: middleMs },
          { fromMs: middleMs, toMs: gap.toMs },
        ].filter((half) => half.fromMs < half.toMs);
        const overlap = { fromMs: gap.fromMs, toMs: Math.min(gap.toMs, middleMs + 2) };
        return [...halves, overlap];
      });
      const shuffled = fc.shuffledSubarray(pieces, { minLength: pieces.length, maxLength: pieces.length });
      return fc.tuple(fc.constant(gaps), shuffled);
    });
    fc.assert(
      fc.property(rewritten, silenceTargets, ([gaps, sameGaps], target) => {
        expect(whenSilenceReaches(0, sameGaps, target)).toBe(whenSilenceReaches(0, gaps, target));
        expect(clearMsBetween(0, 150, sameGaps)).toBe(clearMsBetween(0, 150, gaps));
      }),
    );
  });

  test('the ledger that is read is not reordered', () => {
    const gaps = Object.freeze([
      Object.freeze({ fromMs: 50, toMs: 60 }),
      Object.freeze({ fromMs: 10, toMs: 20 }),
    ]);
    expect(whenSilenceReaches(0, gaps, { silenceMs: 100, periods: 0, periodMs: 1 })).toBe(120);
    expect(clearMsBetween(0, 100, gaps)).toBe(80);
  });
});

describe('clearMsBetween', () => {
  test('it counts exactly the milliseconds in which we could hear', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 80 }), fc.nat(150), blindGaps, (fromMs, lengthMs, gaps) => {
        const all = Array.from({ length: lengthMs }, (_, ms) => fromMs + ms);
        const clear = all.filter((ms) => !isBlind(gaps, ms));
        expect(clearMsBetween(fromMs, fromMs + lengthMs, gaps)).toBe(clear.length);
      }),
      { numRuns: 300 },
    );
  });

  test('silence is reached at the moment at which that much clear time has passed', () => {
    fc.assert(
      fc.property(blindGaps, fc.integer({ min: 1, max: 120 }), (gaps, silenceMs) => {
        const atMs = whenSilenceReaches(0, gaps, { silenceMs, periods: 0, periodMs: 1 });
        expect(clearMsBetween(0, atMs, gaps)).toBe(silenceMs);
        expect(clearMsBetween(0, atMs - 1, gaps)).toBe(silenceMs - 1);
      }),
    );
  });
});
