import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTime } from '../../src/domain/local-time.ts';

const berlin = 'Europe/Berlin';
const dayMs = 86_400_000;
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMs;
const at = (date: string, minutes: number, timeZone = berlin) =>
  new Date(localTime.timeOf(day(date), minutes, timeZone)).toISOString();

describe('a time of day in a time zone', () => {
  test('is another moment in summer than in winter', () => {
    expect(at('2026-01-15', 2 * 60)).toBe('2026-01-15T01:00:00.000Z');
    expect(at('2026-07-15', 2 * 60)).toBe('2026-07-15T00:00:00.000Z');
    expect(at('2026-07-15', 24 * 60)).toBe('2026-07-15T22:00:00.000Z');
    expect(at('2026-07-15', 2 * 60, 'America/New_York')).toBe('2026-07-15T06:00:00.000Z');
    expect(at('2026-07-15', 2 * 60, 'Asia/Kathmandu')).toBe('2026-07-14T20:15:00.000Z');
  });

  test('that the clock shows twice is the first of the two', () => {
    expect(at('2026-10-25', 2 * 60 + 30)).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-10-25', 3 * 60)).toBe('2026-10-25T02:00:00.000Z');
  });

  test('that the clock leaves out is as much later as the clock is put forward', () => {
    expect(at('2026-03-29', 2 * 60 + 30)).toBe('2026-03-29T01:30:00.000Z');
    expect(at('2026-03-29', 3 * 60)).toBe('2026-03-29T01:00:00.000Z');
  });

  test('is back on the same day, whenever and wherever', () => {
    const zones = fc.constantFrom(berlin, 'UTC', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 40_000 }), zones, (wanted, timeZone) => {
        // At noon no clock is put forward or back; Samoa left out a whole day once.
        fc.pre(!(timeZone === 'Pacific/Apia' && wanted === day('2011-12-30')));
        expect(localTime.dayAt(localTime.timeOf(wanted, 12 * 60, timeZone), timeZone)).toBe(wanted);
      }),
    );
  });

  test('stands on the weekday of the calendar', () => {
    expect(localTime.weekdayOf(day('2026-11-22'))).toBe('sun');
    expect(localTime.weekdayOf(day('2028-02-29'))).toBe('tue');
    expect(localTime.weekdayOf(day('1969-12-31'))).toBe('wed');
  });

  test('is of a time zone that there is', () => {
    expect(localTime.isTimeZone(berlin)).toBe(true);
    expect(localTime.isTimeZone('Europe/Atlantis')).toBe(false);
  });
});
