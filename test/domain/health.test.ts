import { describe, expect, test } from 'vitest';
import {
  type Health,
  healthReasons,
  hearHealth,
  isHealth,
  type ReportedHealth,
  unwellSince,
  worstHealth,
} from '../../src/domain/health.ts';

describe('what an instance says of itself', () => {
  test('is one of three words', () => {
    expect(['healthy', 'degraded', 'unhealthy'].map(isHealth)).toEqual([true, true, true]);
    expect(['Healthy', 'ok', '', null, undefined, 1, {}].some(isHealth)).toBe(false);
  });

  test.each([
    [{ healthy: 2, degraded: 1, unhealthy: 1 }, 'unhealthy'],
    [{ healthy: 2, degraded: 1, unhealthy: 0 }, 'degraded'],
    [{ healthy: 2, degraded: 0, unhealthy: 0 }, 'healthy'],
    [{ healthy: 0, degraded: 0, unhealthy: 0 }, null],
  ])('of %o the worst is %s', (counts, worst) => {
    expect(worstHealth(counts)).toBe(worst);
  });

  test.each([
    [{ health_reasons: ' database: timed out ' }, 'database: timed out'],
    [{ health_reasons: 'two\nlines\u001b[2J' }, 'two lines [2J'],
    [{ health_reasons: '🚑'.repeat(300) }, '🚑'.repeat(256)],
    [{ health_reasons: '  ' }, null],
    [{ health_reasons: ['a', 'list'] }, null],
    [{}, null],
    [null, null],
  ])('has reasons in one clean line of at most 256 characters', (metadata, reasons) => {
    expect(healthReasons(metadata)).toBe(reasons);
  });
});

describe('hearing it again', () => {
  /** What is known after these words, one a second. */
  function after(words: readonly Health[], asked: number | null): ReportedHealth | null {
    return words.reduce<ReportedHealth | null>(
      (known, word, i) => hearHealth(known, word, i * 1_000, asked) ?? known,
      null,
    );
  }

  test('is news when it is another word, with the time at which it was said first', () => {
    expect(after(['healthy', 'degraded', 'degraded'], null)).toEqual({
      ...{ health: 'degraded', sinceMs: 1_000, unhealthyBeats: 0, countedAtMs: 1_000 },
    });
    const known = after(['unhealthy'], null);
    for (const asked of [null, 1]) expect(hearHealth(known, 'unhealthy', 9_000, asked)).toBeNull();
    expect(hearHealth(after(['degraded'], 5), 'degraded', 9_000, 5)).toBeNull();
  });

  test.each<[Health[], number | null, number | null]>([
    [['unhealthy', 'unhealthy'], 3, null],
    [['unhealthy', 'unhealthy', 'unhealthy'], 3, 2_000],
    [['unhealthy', 'unhealthy', 'unhealthy', 'unhealthy', 'unhealthy'], 3, 2_000],
    [['unhealthy', 'unhealthy', 'degraded', 'unhealthy'], 3, null],
    [['unhealthy', 'unhealthy', 'unhealthy', 'degraded'], 3, null],
    [['unhealthy', 'unhealthy', 'unhealthy', 'healthy'], 3, null],
    [['unhealthy', 'unhealthy', 'unhealthy'], null, null],
    [['degraded', 'degraded', 'degraded'], 2, null],
    [[], 2, null],
  ])('after %j, where %j in a row are asked for, it is unwell since %j', (words, asked, since) => {
    expect(unwellSince(after(words, asked), asked)).toBe(since);
  });

  test('is counted on where more are asked for than before, and counts at once where fewer are', () => {
    const two = after(['unhealthy', 'unhealthy', 'unhealthy'], 2);
    expect(unwellSince(two, 3)).toBeNull();
    expect(unwellSince(hearHealth(two, 'unhealthy', 5_000, 3), 3)).toBe(5_000);
    expect(unwellSince(after(['unhealthy', 'unhealthy', 'unhealthy'], 3), 2)).toBe(2_000);
  });
});
