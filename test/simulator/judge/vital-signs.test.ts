import { expect, test } from 'vitest';
import { createRandom } from '../../../src/simulator/fleet/random.ts';
import { VitalSigns } from '../../../src/simulator/judge/vital-signs.ts';

test('metrics move by small steps and stay within what is possible', () => {
  const vitals = new VitalSigns(createRandom(4));
  let before = vitals.next(0);
  for (let beat = 1; beat < 5000; beat++) {
    const now = vitals.next(beat);
    expect(Math.abs(now.cpu_percent - before.cpu_percent)).toBeLessThanOrEqual(3.2);
    expect(now.cpu_percent).toBeGreaterThanOrEqual(0);
    expect(now.cpu_percent).toBeLessThanOrEqual(100);
    expect(now.memory_mb).toBeLessThanOrEqual(now.total_memory_mb);
    expect(now.disk_usage_percent).toBeLessThanOrEqual(100);
    expect(Number.isInteger(now.requests_per_minute)).toBe(true);
    before = now;
  }
});

test('the timestamp is the moment that it was asked for', () => {
  expect(new VitalSigns(createRandom(1)).next(0).timestamp).toBe('1970-01-01T00:00:00.000Z');
});
