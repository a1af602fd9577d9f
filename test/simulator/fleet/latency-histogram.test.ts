import { expect, test } from 'vitest';
import { LatencyHistogram } from '../../../src/simulator/fleet/latency-histogram.ts';

test('quantiles are within two percent of the true ones', () => {
  const histogram = new LatencyHistogram();
  for (let ms = 1; ms <= 1000; ms++) histogram.record(ms);
  expect(histogram.quantileMs(0.5)).toBeGreaterThanOrEqual(500);
  expect(histogram.quantileMs(0.5)).toBeLessThanOrEqual(510);
  expect(histogram.quantileMs(0.99)).toBeGreaterThanOrEqual(990);
  expect(histogram.quantileMs(0.99)).toBeLessThanOrEqual(1010);
});

test('an empty histogram has no quantile', () => {
  expect(new LatencyHistogram().quantileMs(0.5)).toBeNull();
});

test('the shortest and the longest latency find a place', () => {
  const histogram = new LatencyHistogram();
  histogram.record(0);
  histogram.record(1e9);
  expect(histogram.quantileMs(0.5)).toBe(0.05);
  expect(histogram.quantileMs(1)).toBeGreaterThan(10_000);
});
