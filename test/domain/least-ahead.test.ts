import { expect, test } from 'vitest';
import { leastAhead } from '../../src/domain/least-ahead.ts';

test.each([
  ['agrees with one that was read meanwhile', 1_000, 1_020, 1_050, 0],
  ['is ahead of one that is behind its first reading', 6_000, 1_020, 6_050, 4_980],
  ['is behind one that is ahead of its second reading', 1_000, 9_020, 1_050, -7_970],
  ['is not blamed for a way that took long', 1_000, 3_000, 61_000, 0],
])('a clock %s', (_, beforeMs, otherMs, afterMs, aheadMs) => {
  expect(leastAhead(beforeMs, otherMs, afterMs)).toBe(aheadMs);
});
