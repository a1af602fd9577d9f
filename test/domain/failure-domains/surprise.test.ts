import { expect, test } from 'vitest';
import { surprise } from '../../../src/domain/failure-domains/surprise.ts';

test('that all are silent surprises as much as each of them', () => {
  expect(surprise(3, 3, 0.1)).toBeCloseTo(3 * Math.log(10));
});

test('who is alive makes it less of a surprise', () => {
  expect(surprise(5, 10, 0.1)).toBeCloseTo(5 * Math.log(5) + 5 * Math.log(5 / 9));
});

test('as many as elsewhere, or fewer, are none', () => {
  expect(surprise(1, 10, 0.1)).toBe(0);
  expect(surprise(1, 10, 0.5)).toBe(0);
  expect(surprise(0, 10, 0.1)).toBe(0);
});

test('it is never less than the binomial tail allows', () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
  for (const rate of [0.01, 0.1, 0.4])
    for (let silent = 0; silent <= 12; silent++) {
      let tail = 0;
      for (let k = silent; k <= 12; k++) tail += choose(12, k) * rate ** k * (1 - rate) ** (12 - k);
      expect(Math.exp(-surprise(silent, 12, rate))).toBeGreaterThanOrEqual(tail - 1e-12);
    }
});
