import { type KeptHistory, keptHistory } from './kept-history.ts';
import { type StateTimes, stateTimes } from './state-times.ts';
import type { Overlays } from './times-of-days.ts';
import { utcDay } from './utc-day.ts';

/** The uptime of a service, by day and in all; the day that goes on is counted up to now. */
export interface UptimeReport {
  days: { day: number; times: StateTimes }[];
  totals: StateTimes;
}

/** The first of the last days that was not counted yet; null: only what is over was asked. */
export function firstDayToReport(kept: KeptHistory, days: number, nowMs: number): number {
  const today = utcDay.at(nowMs);
  const first = Math.max(today - days + 1, keptHistory.firstDay(kept) ?? today);
  for (let day = first; day < today; day++) if (!kept.days.has(day)) return day;
  return today;
}

/** The last days up to now. `overlays` begin with the first day that was not counted. */
export function reportUptime(
  kept: KeptHistory,
  overlays: Overlays,
  days: number,
  nowMs: number,
): UptimeReport {
  const today = utcDay.at(nowMs);
  const first = firstDayToReport(kept, days, nowMs);
  const counted = keptHistory.count(kept, first, nowMs, overlays);
  const all = Array.from({ length: days }, (_, i) => {
    const day = today - days + 1 + i;
    return { day, times: kept.days.get(day) ?? counted.get(day) ?? notWatched(day, nowMs) };
  });
  return { days: all, totals: stateTimes.sum(all.map(({ times }) => times)) };
}

/** A day before everything that is kept. */
function notWatched(day: number, nowMs: number): StateTimes {
  const startMs = utcDay.startOf(day);
  return { ...stateTimes.none(), notWatched: Math.min(utcDay.ms, nowMs - startMs) };
}
