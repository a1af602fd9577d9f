import { describe, expect, it } from 'vitest';
import { formatAgo, formatMoment } from '../../src/dashboard/wording/format-moment.ts';
import { formatRunning } from '../../src/dashboard/wording/format-running.ts';
import { createLocalTime } from '../../src/dashboard/wording/local-time.ts';
import { formatDuration, formatDuration as formatInMessages } from '../../src/domain/duration.ts';
import { nightMs } from './things.ts';

describe('times on the page', () => {
  it.each([
    0, 850, 999, 1_000, 4_249, 9_999, 10_000, 59_499, 59_500, 125_000, 3_599_999, 11_520_000, 187_200_000,
  ])('a length of %i ms is said as in the messages', (ms) =>
    expect(formatDuration(ms)).toBe(formatInMessages(ms)),
  );

  it.each([
    [-5_000, 'just now'],
    [999, 'just now'],
    [1_000, '1 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [3_600_000, '1 h ago'],
    [86_399_999, '23 h ago'],
    [86_400_000 * 3, '3 d ago'],
  ])('what was %i ms ago is %s', (ms, text) => expect(formatAgo(nightMs - ms, nightMs)).toBe(text));

  it.each([
    [-1, '0 s'],
    [9_999, '9 s'],
    [10_400, '10 s'],
    [125_999, '2 min 5 s'],
  ])('%i ms that still run are %s', (ms, text) => expect(formatRunning(ms)).toBe(text));

  it('a moment is said in UTC, as in the messages', () => {
    expect(formatMoment(nightMs)).toBe('2026-11-21 03:12:04 UTC');
  });

  it('a moment is said as the clock on the wall says it', () => {
    const { moment, clock } = createLocalTime('Asia/Kathmandu');
    expect([moment(nightMs), clock(nightMs)]).toEqual(['2026-11-21 08:57:04', '08:57:04']);
  });
});
