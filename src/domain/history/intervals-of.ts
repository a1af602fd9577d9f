import type { HistoryStatus } from './state-times.ts';
import type { HistoryEntry } from './times-of-days.ts';

/** A time in which a service had one status; `toMs` null: it goes on. */
export interface StatusInterval {
  status: HistoryStatus;
  fromMs: number;
  toMs: number | null;
}

/** The intervals between the entries, oldest first; none is empty, and no two neighbours have one status. */
export function intervalsOf(entries: readonly HistoryEntry[]): StatusInterval[] {
  const intervals: StatusInterval[] = [];
  for (const [i, { atMs: fromMs, status }] of entries.entries()) {
    const toMs = entries[i + 1]?.atMs ?? null;
    if (toMs === fromMs) continue;
    const last = intervals.at(-1);
    if (last?.status === status) last.toMs = toMs;
    else intervals.push({ status, fromMs, toMs });
  }
  return intervals;
}
