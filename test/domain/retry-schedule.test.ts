import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AttemptOutcome, afterAttempt } from '../../src/domain/retry-schedule.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const scheduleMs = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour];
const failed: AttemptOutcome = { kind: 'failed', permanent: false, reason: 'answered 503' };
const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('afterAttempt', () => {
  test.each([...scheduleMs, hour, hour, hour].map((delayMs, n) => [n + 1, delayMs] as const))(
    'attempt %i that fails is followed by the next after %i ms',
    (attempts, delayMs) => {
      expect(afterAttempt(failed, attempts, 0, 0.5)).toEqual({
        kind: 'retry',
        delayMs,
        reason: 'answered 503',
      });
    },
  );

  test('the wait is spread over 20 % to either side, and uses all of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), unit, (attempts, random) => {
        const waitMs = scheduleMs[attempts - 1] ?? hour;
        const step = afterAttempt(failed, attempts, 0, random);
        expect(step).toMatchObject({ kind: 'retry' });
        const delayMs = step.kind === 'retry' ? step.delayMs : 0;
        expect(Math.abs(delayMs - waitMs)).toBeLessThanOrEqual(waitMs * 0.2);
        expect(delayMs).toBeCloseTo(waitMs * (0.8 + 0.4 * random), -1);
      }),
    );
    expect(afterAttempt(failed, 1, 0, 0)).toMatchObject({ delayMs: 4_000 });
    expect(afterAttempt(failed, 1, 0, 0.999_999)).toMatchObject({ delayMs: 6_000 });
  });

  test('a message that was sent is settled, however often it was tried', () => {
    expect(afterAttempt({ kind: 'sent' }, 99, 25 * hour, 0.5)).toEqual({ kind: 'sent' });
  });

  test('a permanent error is dead at once, whatever the receiver says about later', () => {
    const outcome: AttemptOutcome = { ...failed, permanent: true, retryAfterMs: 5 };
    expect(afterAttempt(outcome, 1, 0, 0.5)).toEqual({ kind: 'dead', reason: 'answered 503' });
  });

  test.each([
    ['a receiver that asks for more time gets it', 90 * second, 90 * second],
    ['a receiver that asks for less gets the schedule', 2 * second, 5 * second],
    ['a receiver that asks for none gets the schedule', undefined, 5 * second],
  ])('%s', (_title, retryAfterMs, delayMs) => {
    expect(afterAttempt({ ...failed, retryAfterMs }, 1, 0, 0.5)).toMatchObject({ kind: 'retry', delayMs });
  });

  test('no retry comes earlier than the receiver asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        unit,
        fc.nat(6 * hour),
        (attempts, random, retryAfterMs) => {
          const plain = afterAttempt(failed, attempts, 0, random);
          const step = afterAttempt({ ...failed, retryAfterMs }, attempts, 0, random);
          const plainMs = plain.kind === 'retry' ? plain.delayMs : Number.NaN;
          expect(step).toEqual({
            kind: 'retry',
            delayMs: Math.max(plainMs, retryAfterMs),
            reason: 'answered 503',
          });
        },
      ),
    );
  });

  test.each([
    ['the last attempt is the one that still fits into 24 h', 23 * hour, 'retry'],
    ['an attempt beyond 24 h is not made', 23 * hour + 1, 'dead'],
  ])('%s', (_title, ageMs, kind) => {
    expect(afterAttempt(failed, 20, ageMs, 0.5).kind).toBe(kind);
  });

  test('whoever never answers is dead within 24 h, after some thirty attempts, and the reason says so', () => {
    fc.assert(
      fc.property(unit, (random) => {
        let ageMs = 0;
        let attempts = 1;
        let step = afterAttempt(failed, attempts, ageMs, random);
        while (step.kind === 'retry') {
          ageMs += step.delayMs;
          step = afterAttempt(failed, ++attempts, ageMs, random);
        }
        expect(step).toEqual({ kind: 'dead', reason: `gave up after ${attempts} attempts: answered 503` });
        expect(ageMs).toBeGreaterThan(22 * hour);
        expect(ageMs).toBeLessThanOrEqual(24 * hour);
        expect(attempts).toBeGreaterThanOrEqual(25);
        expect(attempts).toBeLessThanOrEqual(36);
      }),
    );
  });
});
