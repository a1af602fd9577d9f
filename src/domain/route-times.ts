export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export type Weekday = (typeof weekdays)[number];

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
  const { days = weekdays, hours } = times;
  const { weekday, minute } = wallClock(times.timeZone, atMs);
  const today = days.includes(weekday);
  if (hours === undefined) return today;
  const { fromMinute, toMinute } = hours;
  if (fromMinute < toMinute) return today && minute >= fromMinute && minute < toMinute;
  return (today && minute >= fromMinute) || (days.includes(dayBefore(weekday)) && minute < toMinute);
}

/** As a person says it: `mon–fri 09:00–18:00 Europe/Berlin`. */
export function formatTimes({ days, hours, timeZone }: RouteTimes): string {
  const span = hours && `${formatMinute(hours.fromMinute)}–${formatMinute(hours.toMinute)}`;
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

function formatMinute(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function dayBefore(day: Weekday): Weekday {
  return weekdays[(weekdays.indexOf(day) + 6) % 7] ?? day;
}

/** Making one takes longer than everything else here. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function wallClock(timeZone: string, atMs: number): { weekday: Weekday; minute: number } {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    clock = new Intl.DateTimeFormat('en', { ...parts, timeZone });
    clocks.set(timeZone, clock);
  }
  const found = Object.fromEntries(clock.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return {
    weekday: (found['weekday'] ?? '').toLowerCase() as Weekday,
    minute: Number(found['hour']) * 60 + Number(found['minute']),
  };
}
