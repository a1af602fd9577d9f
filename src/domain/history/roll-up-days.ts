import { type CutOff, type KeptHistory, keptHistory } from './kept-history.ts';
import { type StateTimes, stateTimes } from './state-times.ts';
import type { HistoryEntry, Overlays } from './times-of-days.ts';
import { utcDay } from './utc-day.ts';

/** What a roll-up is to do. */
export interface RollUpBounds {
  /** The days before this one are over, and everything that lies over them is known. */
  endDay: number;
  /** How many days are kept, and how many entries. */
  keptDays: number;
  mostEntries: number;
}

/** What a roll-up writes. */
export interface DaysRolledUp {
  days: ReadonlyMap<number, StateTimes>;
  /** Days that are older than what is kept. */
  goneDays: number[];
  /** How many of the oldest entries go. */
  goneEntries: number;
  /** Absent: no entry goes. */
  cutOff?: CutOff;
}

/** The first day that must be counted; null: all are. */
export function firstDayToCount(kept: KeptHistory, { endDay, keptDays }: RollUpBounds): number | null {
  const first = keptHistory.firstDay(kept);
  if (first === null) return null;
  for (let day = Math.max(first, endDay - keptDays); day < endDay; day++) {
    if (!kept.days.has(day)) return day;
  }
  return null;
}

/** From which moment on a roll-up needs what lies over the statuses. */
export function overlaysNeededFrom(kept: KeptHistory, bounds: RollUpBounds): number {
  const { first, keepsTimes } = cutBy(kept, bounds);
  const ofCutOff = keepsTimes ? utcDay.at(first.atMs) : bounds.endDay;
  return utcDay.startOf(Math.min(firstDayToCount(kept, bounds) ?? bounds.endDay, ofCutOff));
}

/**
 * Counts the days that are over, and cuts off the oldest entries where there are too many. Done twice it writes the same.
 * `overlays` begin where they are needed.
 */
export function rollUpDays(kept: KeptHistory, overlays: Overlays, bounds: RollUpBounds): DaysRolledUp {
  const { endDay, keptDays } = bounds;
  const from = firstDayToCount(kept, bounds);
  const days =
    from === null
      ? new Map<number, StateTimes>()
      : keptHistory.count(kept, from, utcDay.startOf(endDay), overlays);
  const goneDays = [...kept.days.keys()].filter((day) => day < endDay - keptDays);
  const { goneEntries, first, keepsTimes } = cutBy(kept, bounds);
  if (goneEntries === 0) return { days, goneDays, goneEntries };
  const { atMs } = first;
  const before = keepsTimes ? keptHistory.count(kept, utcDay.at(atMs), atMs, overlays) : null;
  const cutOff = { atMs, times: before && (before.get(utcDay.at(atMs)) ?? stateTimes.none()) };
  return { days, goneDays, goneEntries, cutOff };
}

/**
 * How many of the oldest entries go, and the first that stays. What its day was before it is kept if that day may still
 * be counted: no change comes before the newest entry.
 */
function cutBy({ entries }: KeptHistory, { endDay, keptDays, mostEntries }: RollUpBounds) {
  const oldestMs = utcDay.startOf(endDay - keptDays);
  const ended = entries.findIndex((_, i) => (entries[i + 1]?.atMs ?? Number.POSITIVE_INFINITY) > oldestMs);
  let goneEntries = Math.max(entries.length - mostEntries, ended, 0);
  // The days before the one at which they are cut must have been counted.
  while (goneEntries > 0 && utcDay.at(entries[goneEntries]?.atMs ?? 0) > endDay) goneEntries--;
  const first: HistoryEntry = entries[goneEntries] ?? { atMs: 0, status: 'Pending' };
  const newestDay = utcDay.at(entries.at(-1)?.atMs ?? 0);
  const keepsTimes =
    goneEntries > 0 && first.atMs > oldestMs && utcDay.at(first.atMs) >= Math.min(endDay, newestDay);
  return { goneEntries, first, keepsTimes };
}
