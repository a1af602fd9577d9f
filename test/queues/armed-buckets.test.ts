import { describe, expect, test } from 'vitest';
import { ArmedBuckets } from '../../src/queues/armed-buckets.ts';

const nowMs = 1_700_000_000_000;
const one = '00000000-0000-8000-8000-000000000001';
const two = '00100000-0000-8000-8000-000000000002';
const at = (aheadMs: number, instanceId = one) => ({ instanceId, dueAtMs: nowMs + aheadMs });

describe('buckets', () => {
  test('end when the last check in them is due, and are one for all that are due within fifty milliseconds', () => {
    const armed = new ArmedBuckets(1);
    expect(armed.toArm(nowMs, [at(1_001), at(1_050), at(1_050.5), at(1_100)])).toEqual([
      { partition: 0, endMs: nowMs + 1_050 },
      { partition: 0, endMs: nowMs + 1_100 },
    ]);
  });

  test('are those of one partition each', () => {
    const armed = new ArmedBuckets(2);
    expect(armed.toArm(nowMs, [at(1_000, one), at(1_000, two)])).toEqual([
      { partition: 0, endMs: nowMs + 1_000 },
      { partition: 1, endMs: nowMs + 1_000 },
    ]);
  });

  test('are armed once, and again when they were not armed after all', () => {
    const armed = new ArmedBuckets(1);
    const [bucket] = armed.toArm(nowMs, [at(1_000)]);
    if (bucket === undefined) throw new Error('it is the first');
    expect(armed.toArm(nowMs, [at(1_000)])).toEqual([]);
    armed.forget(bucket);
    expect(armed.toArm(nowMs, [at(1_000)])).toEqual([bucket]);
  });

  test('that may be running by now, or are a long time off, are armed each time', () => {
    const armed = new ArmedBuckets(1);
    for (const aheadMs of [200, 6 * 3_600_000]) {
      expect(armed.toArm(nowMs, [at(aheadMs)])).toHaveLength(1);
      expect(armed.toArm(nowMs, [at(aheadMs)])).toHaveLength(1);
    }
    armed.toArm(nowMs, [at(1_000)]);
    expect(armed.toArm(nowMs + 800, [at(1_000)])).toHaveLength(1);
  });

  test('of what is due already are one, each time', () => {
    const armed = new ArmedBuckets(1);
    const due = { partition: 0, endMs: null };
    expect(armed.toArm(nowMs, [at(0), at(-5_000)])).toEqual([due]);
    expect(armed.toArm(nowMs, [at(0)])).toEqual([due]);
  });

  test('that have passed are forgotten: what comes with a clock that was set back is armed', () => {
    const armed = new ArmedBuckets(1);
    armed.toArm(nowMs, [at(1_000)]);
    armed.toArm(nowMs + 20_000, []);
    expect(armed.toArm(nowMs, [at(1_000)])).toHaveLength(1);
  });
});
