import { type StateTimes, stateTimes } from './state-times.ts';
import { type HistoryEntry, type Overlays, timesOfDays } from './times-of-days.ts';
import { utcDay } from './utc-day.ts';

/** What stands before the oldest entry that is kept. */
export interface CutOff {
  /** The entries are complete from here on. */
  atMs: number;
  /** How its day was before; null: that day was counted, and cannot be counted again. */
  times: StateTimes | null;
}

/** What is kept of a service: its newest entries, and the days that were counted. */
export interface KeptHistory {
  entries: readonly HistoryEntry[];
  /** Null: nothing was cut off. */
  cutOff: CutOff | null;
  /** Without those that must be counted again, because a change was written late. */
  days: ReadonlyMap<number, StateTimes>;
}

export const keptHistory = {
  /** The first day that can be counted; null: there is no entry. */
  firstDay({ entries, cutOff }: KeptHistory): number | null {
    if (cutOff !== null) return utcDay.at(cutOff.atMs) + (cutOff.times === null ? 1 : 0);
    const [first] = entries;
    return first === undefined ? null : utcDay.at(first.atMs);
  },

  /** The days from `fromDay` to before `toMs`, counted anew; none of them may be before the first day. */
  count(
    { entries, cutOff }: KeptHistory,
    fromDay: number,
    toMs: number,
    overlays: Overlays,
  ): Map<number, StateTimes> {
    const startMs = utcDay.startOf(fromDay);
    const isCut = cutOff !== null && cutOff.times !== null && cutOff.atMs > startMs;
    const fromMs = isCut ? cutOff.atMs : startMs;
    const days = timesOfDays({ fromMs, toMs }, entries, overlays);
    if (isCut) {
      const after = days.get(fromDay) ?? stateTimes.none();
      days.set(fromDay, stateTimes.sum([after, cutOff.times ?? stateTimes.none()]));
    }
    return days;
  },
} as const;
