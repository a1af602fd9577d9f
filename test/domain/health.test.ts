import { describe, expect, test } from 'vitest';
import { healthReasons, isHealth, worstHealth } from '../../src/domain/health.ts';

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
