import { weekdays as fromSunday, localTime, type Weekday } from './local-time.ts';
import { timeOfDay } from './time-of-day.ts';

/** From Monday, as people name spans of days. */
export const weekdays: readonly Weekday[] = [...fromSunday.slice(1), ...fromSunday.slice(0, 1)];

/** When a route leads to its channels, by the clock on the wall of a time zone. */
export interface RouteTimes {
  /** The days on which it begins. Absent: all. */
  days?: readonly Weekday[] | undefined;
  /** Minutes of the day. An end that is not later than the start is on the next day. Absent: the whole day. */
  hours?: { fromMinute: number; toMinute: number } | undefined;
  timeZone: string;
}

/** Whether a moment lies in these times. The change of the clock moves both ends, as it moves working hours. */
export function isWithin(times: RouteTimes, atMs: number): boolean {
  const { days = weekdays, hours, timeZone } = times;
  const weekday = localTime.weekdayOf(localTime.dayAt(atMs, timeZone));
  const minute = localTime.minuteAt(atMs, timeZone);
  const today = days.includes(weekday);
  if (hours === undefined) return today;
  const { fromMinute, toMinute } = hours;
  if (fromMinute < toMinute) return today && minute >= fromMinute && minute < toMinute;
  return (today && minute >= fromMinute) || (days.includes(dayBefore(weekday)) && minute < toMinute);
}

/** As a person says it: `mon–fri 09:00–18:00 Europe/Berlin`. */
export function formatTimes({ days, hours, timeZone }: RouteTimes): string {
  const span = hours && `${timeOfDay.write(hours.fromMinute)}–${timeOfDay.write(hours.toMinute)}`;
  return [days && formatDays(days), span, timeZone].filter(Boolean).join(' ');
}

function formatDays(days: readonly Weekday[]): string {
  const runs: Weekday[][] = [];
  for (const day of weekdays.filter((one) => days.includes(one))) {
    const last = runs.at(-1);
    if (last?.at(-1) === dayBefore(day)) last.push(day);
    else runs.push([day]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(','))).join(',');
}

function dayBefore(day: Weekday): Weekday {
  return weekdays[(weekdays.indexOf(day) + 6) % 7] ?? day;
}
