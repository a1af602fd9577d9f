import { describe, expect, test } from 'vitest';
import { formatTimes, isWithin, type RouteTimes } from '../../src/domain/route-times.ts';

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const at = (text: string) => Date.parse(text);
const hours = (from: number, to: number) => ({ fromMinute: from * 60, toMinute: to * 60 });
const office: RouteTimes = { days: workdays, hours: hours(9, 18), timeZone: 'Europe/Berlin' };
const night: RouteTimes = { hours: hours(22, 6), timeZone: 'UTC' };
const fridayNight: RouteTimes = { ...night, days: ['fri'] };

describe('isWithin', () => {
  // 2026-11-23 is a Monday, and Berlin is one hour ahead of UTC.
  test.each<[string, RouteTimes, string, boolean]>([
    ['the first minute counts', office, '2026-11-23T08:00:00Z', true],
    ['the minute before does not', office, '2026-11-23T07:59:59.999Z', false],
    ['the last millisecond before the end counts', office, '2026-11-23T16:59:59.999Z', true],
    ['the end does not', office, '2026-11-23T17:00:00Z', false],
    ['another day does not', office, '2026-11-22T12:00:00Z', false],
    [
      'it is the day of the zone, not that of UTC',
      { days: ['mon'], timeZone: 'Pacific/Auckland' },
      '2026-11-22T12:00:00Z',
      true,
    ],
    ['without hours the whole day counts', { days: ['mon'], timeZone: 'UTC' }, '2026-11-23T23:59:59Z', true],
    ['without hours another day does not', { days: ['mon'], timeZone: 'UTC' }, '2026-11-24T12:00:00Z', false],
    ['without days all count', { hours: hours(9, 10), timeZone: 'UTC' }, '2026-11-22T09:30:00Z', true],
    [
      'a day that ends at 24:00 has its last minute',
      { hours: hours(18, 24), timeZone: 'UTC' },
      '2026-11-23T23:59:59Z',
      true,
    ],
    [
      'and not the first of the next',
      { hours: hours(18, 24), timeZone: 'UTC' },
      '2026-11-23T00:00:00Z',
      false,
    ],
    ['a night counts before midnight', night, '2026-11-23T22:00:00Z', true],
    ['and after it', night, '2026-11-23T05:59:00Z', true],
    ['but not by day', night, '2026-11-23T06:00:00Z', false],
    ['a night belongs to the day on which it begins', fridayNight, '2026-11-28T03:00:00Z', true],
    ['so the night before does not count', fridayNight, '2026-11-27T03:00:00Z', false],
    ['and the night after does not either', fridayNight, '2026-11-28T23:00:00Z', false],
    ['the night from Sunday ends on Monday', { ...night, days: ['sun'] }, '2026-11-23T01:00:00Z', true],
  ])('%s', (_title, times, moment, within) => {
    expect(isWithin(times, at(moment))).toBe(within);
  });

  // On 2026-03-29 the clock in Berlin goes from 02:00 to 03:00, on 2026-10-25 from 03:00 back to 02:00.
  test.each<[string, RouteTimes['hours'], string, boolean]>([
    ['before the change 09:00 is 08:00 UTC', hours(9, 18), '2026-03-28T08:00:00Z', true],
    ['after it 09:00 is 07:00 UTC', hours(9, 18), '2026-03-29T07:00:00Z', true],
    ['and 06:59 UTC is too early', hours(9, 18), '2026-03-29T06:59:00Z', false],
    ['an hour that is left out never comes', hours(2, 3), '2026-03-29T00:59:59Z', false],
    ['nor does its end', hours(2, 3), '2026-03-29T01:00:00Z', false],
    ['what begins in it begins after it', { fromMinute: 150, toMinute: 240 }, '2026-03-29T01:00:00Z', true],
    ['an hour that comes twice counts the first time', hours(2, 3), '2026-10-25T00:30:00Z', true],
    ['and the second time', hours(2, 3), '2026-10-25T01:30:00Z', true],
    ['after that it is over', hours(2, 3), '2026-10-25T02:00:00Z', false],
  ])('where the clock changes: %s', (_title, span, moment, within) => {
    expect(isWithin({ hours: span, timeZone: 'Europe/Berlin' }, at(moment))).toBe(within);
  });
});

describe('formatTimes', () => {
  test.each<[RouteTimes, string]>([
    [office, 'mon–fri 09:00–18:00 Europe/Berlin'],
    [night, '22:00–06:00 UTC'],
    [{ days: ['sat', 'sun'], timeZone: 'UTC' }, 'sat,sun UTC'],
    [
      { days: ['mon', 'wed', 'thu', 'fri'], hours: hours(0, 24), timeZone: 'UTC' },
      'mon,wed–fri 00:00–24:00 UTC',
    ],
  ])('%j is %s', (times, text) => {
    expect(formatTimes(times)).toBe(text);
  });
});
