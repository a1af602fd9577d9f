export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export type Weekday = (typeof weekdays)[number];

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Making a format costs far more than using it; there are a few hundred time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Times of day and days of the week in a time zone, with its daylight saving time. A day is the number of days from
 * 1970-01-01 to it in the calendar on the wall.
 */
export const localTime = {
  isTimeZone(timeZone: string): boolean {
    try {
      formatOf(timeZone);
      return true;
    } catch {
      return false;
    }
  },

  dayAt: (atMs: number, timeZone: string): number => Math.floor(wallMs(atMs, timeZone) / dayMs),

  /** Minutes after midnight, whole ones. */
  minuteAt(atMs: number, timeZone: string): number {
    const shownMs = wallMs(atMs, timeZone);
    return Math.floor((shownMs - Math.floor(shownMs / dayMs) * dayMs) / minuteMs);
  },

  /** The first day of 1970 was a Thursday. */
  weekdayOf: (day: number): Weekday => weekdays[(((day + 4) % 7) + 7) % 7] as Weekday,

  /**
   * When it is so many minutes after midnight by the clock on the wall. A time that the clock shows twice is the first of
   * the two; one that it leaves out is as much later as the clock was put forward.
   */
  timeOf(day: number, minutes: number, timeZone: string): number {
    const wantedMs = day * dayMs + minutes * minuteMs;
    const offsetAt = (atMs: number) => wallMs(atMs, timeZone) - atMs;
    const [before, after] = [offsetAt(wantedMs - dayMs), offsetAt(wantedMs + dayMs)];
    const [early, late] = [wantedMs - before, wantedMs - after];
    return offsetAt(early) !== before && offsetAt(late) === after ? late : early;
  },
} as const;

/** What the clock on the wall shows, as if it were UTC. */
function wallMs(atMs: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wholeMs = dayNumber(year, month, day) * dayMs + (hour * 60 + minute) * minuteMs + second * 1000;
  return wholeMs + (((atMs % 1000) + 1000) % 1000);
}

/** In the Gregorian calendar; years begin in March, so that the leap day is the last. */
function dayNumber(year: number, month: number, day: number): number {
  const fromMarch = month > 2 ? year : year - 1;
  const leapDays = Math.floor(fromMarch / 4) - Math.floor(fromMarch / 100) + Math.floor(fromMarch / 400);
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return fromMarch * 365 + leapDays + dayOfYear - 719_468;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const numeric = 'numeric';
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: numeric, month: numeric, day: numeric },
    ...{ hour: numeric, minute: numeric, second: numeric },
  });
  formats.set(timeZone, format);
  return format;
}
