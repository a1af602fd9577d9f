import fc from 'fast-check';
import { mergeSpans, type Span } from '../../../src/domain/history/spans.ts';
import type { HistoryStatus, UptimeState } from '../../../src/domain/history/state-times.ts';
import type { HistoryEntry, Overlays } from '../../../src/domain/history/times-of-days.ts';

export const hourMs = 3_600_000;

/** A day far from the beginning of time. */
export const firstDay = 20_000;

/** The times of a past are whole hours of a few days, so that it can be walked hour by hour. */
export const pastHours = 8 * 24;

export const at = (hour: number): number => firstDay * 24 * hourMs + hour * hourMs;

const statuses: HistoryStatus[] = [
  ...(['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered', 'Stopped', 'Archived'] as const),
];
const hours = fc.integer({ min: 0, max: pastHours - 1 });

const spans: fc.Arbitrary<Span[]> = fc
  .array(fc.tuple(hours, fc.integer({ min: 1, max: 40 })), { maxLength: 5 })
  .map((all) => mergeSpans(all.map(([from, length]) => ({ fromMs: at(from), toMs: at(from + length) }))));

export const overlays: fc.Arbitrary<Overlays> = fc.record({ maintenance: spans, blind: spans });

export interface LateEntry extends HistoryEntry {
  /** When it was written, which may be days later. */
  writtenAtMs: number;
}

/** Changes in their order; several at one moment, and late ones, occur. */
export const entries: fc.Arbitrary<LateEntry[]> = fc
  .array(fc.tuple(hours, fc.constantFrom(0, 0, 0, 5, 30, 60), fc.constantFrom(...statuses)), {
    minLength: 1,
    maxLength: 14,
  })
  .map((all) => {
    let writtenAtMs = 0;
    return all
      .toSorted(([a], [b]) => a - b)
      .map(([hour, late, status]) => {
        writtenAtMs = Math.max(writtenAtMs, at(hour + late));
        return { atMs: at(hour), status, writtenAtMs };
      });
  });

/** The state in an hour, looked up without any of the code. */
export function stateIn(hour: number, all: readonly HistoryEntry[], over: Overlays): UptimeState {
  const status = all.findLast(({ atMs }) => atMs <= at(hour))?.status ?? 'Pending';
  const isIn = (some: readonly Span[]) =>
    some.some(({ fromMs, toMs }) => fromMs <= at(hour) && at(hour) < toMs);
  if (status === 'Pending' || status === 'Stopped' || status === 'Archived') return 'notWatched';
  if (isIn(over.maintenance)) return 'maintenance';
  if (isIn(over.blind)) return 'blind';
  if (status === 'Down') return 'down';
  return status === 'Degraded' ? 'degraded' : 'healthy';
}
