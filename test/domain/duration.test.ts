import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration, writeDuration } from '../../src/domain/duration.ts';

describe('parseDuration', () => {
  test.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['2m', 120_000],
    ['6h', 21_600_000],
    ['1d', 86_400_000],
    ['1.5s', 1_500],
    ['0.001s', 1],
    ['0s', 0],
    ['  30s ', 30_000],
  ])('%j is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    '',
    ' ',
    '30',
    's',
    '-5s',
    '+5s',
    '30 s',
    '5 minutes',
    '1h30m',
    '30S',
    '1e3s',
    '.5s',
    '5.s',
    '1.2345s',
    '1234567890s',
    'Infinitys',
    'NaNms',
    '30s\n30s',
    '٣s',
    '5w',
    '5sm',
    '0x5s',
  ])('%j is no duration', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test('every whole number of every unit is that many milliseconds', () => {
    const units = fc.constantFrom<[string, number]>(
      ['ms', 1],
      ['s', 1_000],
      ['m', 60_000],
      ['h', 3_600_000],
      ['d', 86_400_000],
    );
    fc.assert(
      fc.property(fc.nat(999_999_999), units, (count, [unit, unitMs]) => {
        expect(parseDuration(`${count}${unit}`)).toBe(count * unitMs);
      }),
    );
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [999, '999 ms'],
    [1_000, '1.0 s'],
    [4_200, '4.2 s'],
    [9_949, '9.9 s'],
    [9_950, '10 s'],
    [10_000, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min'],
    [60_000, '1 min'],
    [121_000, '2 min 1 s'],
    [125_000, '2 min 5 s'],
    [3_599_499, '59 min 59 s'],
    [3_599_500, '1 h'],
    [3_600_000, '1 h'],
    [11_520_000, '3 h 12 min'],
    [86_400_000, '1 d'],
    [172_740_000, '2 d'],
    [187_200_000, '2 d 4 h'],
  ])('%i ms are said as %j', (ms, said) => {
    expect(formatDuration(ms)).toBe(said);
  });

  test('what is said is never off by more than one of the smaller unit', () => {
    const unitMs: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (ms) => {
        const words = formatDuration(ms).split(' ');
        const said = words.flatMap((word, n) =>
          n % 2 === 0 ? [Number(word) * (unitMs[words[n + 1] ?? ''] ?? 0)] : [],
        );
        const smallerMs = ms < 10_000 ? 100 : ms < 3_600_000 ? 1_000 : ms < 86_400_000 ? 60_000 : 3_600_000;
        expect(Math.abs(said.reduce((sum, part) => sum + part, 0) - ms)).toBeLessThanOrEqual(smallerMs);
      }),
    );
  });
});

test.each([
  [0, '0ms'],
  [250, '250ms'],
  [3_250, '3250ms'],
  [36_000, '36s'],
  [90_000, '90s'],
  [120_000, '2m'],
  [172_800_000, '2d'],
])('%i ms are written %s, and read as the same', (ms, text) => {
  expect(writeDuration(ms)).toBe(text);
  expect(parseDuration(text)).toBe(ms);
});
