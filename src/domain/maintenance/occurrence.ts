import { localTime } from '../local-time.ts';
import type { MaintenanceWindow, WeeklyTimes } from './maintenance-window.ts';

/** One time in which a window holds messages back. */
export interface Occurrence {
  fromMs: number;
  toMs: number;
}

/** That of a window which goes on at a moment, or else its next one; null: there is none any more. */
export function occurrenceFrom(window: MaintenanceWindow, atMs: number): Occurrence | null {
  const { weekly, startsAtMs } = window;
  const endsAtMs = window.endsAtMs ?? Number.POSITIVE_INFINITY;
  if (weekly === null) return atMs < endsAtMs ? { fromMs: startsAtMs, toMs: endsAtMs } : null;
  const lookFromMs = Math.max(atMs, startsAtMs);
  // It may have begun yesterday. A week and a day more: on one day the clock may leave all of it out.
  const first = localTime.dayAt(lookFromMs, weekly.timeZone) - 1;
  for (let day = first; day <= first + 16; day++) {
    if (!weekly.days.includes(localTime.weekdayOf(day))) continue;
    const { fromMs, toMs } = onDay(weekly, day);
    const clipped = { fromMs: Math.max(fromMs, startsAtMs), toMs: Math.min(toMs, endsAtMs) };
    if (clipped.toMs > lookFromMs && clipped.fromMs < clipped.toMs) return clipped;
  }
  return null;
}

/** That of a window which goes on at a moment; null: it holds nothing back then. */
export function occurrenceAt(window: MaintenanceWindow, atMs: number): Occurrence | null {
  if (atMs < window.startsAtMs || atMs >= (window.endsAtMs ?? Number.POSITIVE_INFINITY)) return null;
  const next = occurrenceFrom(window, atMs);
  return next !== null && next.fromMs <= atMs ? next : null;
}

function onDay({ fromMinutes, toMinutes, timeZone }: WeeklyTimes, day: number): Occurrence {
  const lastDay = toMinutes > fromMinutes ? day : day + 1;
  return {
    fromMs: localTime.timeOf(day, fromMinutes, timeZone),
    toMs: localTime.timeOf(lastDay, toMinutes, timeZone),
  };
}
