import type { HistoryEntry } from './times-of-days.ts';
import { utcDay } from './utc-day.ts';

/** What is known of a service's history when its status changes. */
export interface RecordedHistory {
  /** Null: nothing was written down yet. */
  last: HistoryEntry | null;
  entries: number;
}

/** What is written with a change of status. */
export interface ChangeRecord {
  entries: HistoryEntry[];
  /** From which day on its days must be counted again, or its history shortened; null: they need not. */
  countFromDay: number | null;
}

/** So many entries of a service are kept; more are there only until the next count. */
export const mostEntries = 500;
const manyEntries = 600;

/**
 * The entries for a change of status, in their order. The status before is written too if that was not done: by a node
 * of a version that kept no history. A change may be written on a later day than the one on which it became due, and by
 * then that day may have been counted.
 */
export function recordChange(
  { last, entries: count }: RecordedHistory,
  from: HistoryEntry,
  to: HistoryEntry,
  nowMs: number,
): ChangeRecord {
  const isKnown = last !== null && last.status === from.status && last.atMs === from.atMs;
  const before = { ...from, atMs: Math.max(from.atMs, last?.atMs ?? 0) };
  const entries = isKnown ? [to] : [before, { ...to, atMs: Math.max(before.atMs, to.atMs) }];
  const firstDay = utcDay.at(entries[0]?.atMs ?? nowMs);
  const isLate = firstDay < utcDay.at(nowMs);
  const isMuch = count + entries.length > manyEntries;
  return { entries, countFromDay: isLate || isMuch ? firstDay : null };
}

/** Entries up to what a service is now: what a node wrote that kept no history is missing otherwise. */
export function upToNow(entries: readonly HistoryEntry[], current: HistoryEntry): readonly HistoryEntry[] {
  const last = entries.at(-1);
  if (last === undefined) return [current];
  if (last.status === current.status) return entries;
  return [...entries, { ...current, atMs: Math.max(current.atMs, last.atMs) }];
}
