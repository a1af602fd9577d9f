import { readOnIn, type Span } from './spans.ts';
import { type HistoryStatus, type StateTimes, stateTimes, type UptimeState } from './state-times.ts';
import { utcDay } from './utc-day.ts';

/** From this moment on a service had this status. */
export interface HistoryEntry {
  atMs: number;
  status: HistoryStatus;
}

/** What lies over the statuses: spans in order, without overlaps among their own kind. */
export interface Overlays {
  maintenance: readonly Span[];
  blind: readonly Span[];
}

/**
 * How long a service was in which state, by day, between two moments. Each moment counts once. Of what overlaps, the
 * first of these counts: not watched, maintenance, blind, the status.
 */
export function timesOfDays(
  { fromMs, toMs }: Span,
  entries: readonly HistoryEntry[],
  overlays: Overlays,
): Map<number, StateTimes> {
  const statusAt = readOn(entries);
  const maintenanceAt = readOnIn(overlays.maintenance);
  const blindAt = readOnIn(overlays.blind);
  const days = new Map<number, StateTimes>();
  for (let atMs = fromMs; atMs < toMs; ) {
    const day = utcDay.at(atMs);
    const [status, maintenance, blind] = [statusAt(atMs), maintenanceAt(atMs), blindAt(atMs)];
    const untilMs = Math.min(
      ...[toMs, utcDay.startOf(day + 1), status.untilMs, maintenance.untilMs, blind.untilMs],
    );
    const times = days.get(day) ?? stateTimes.none();
    times[stateOf(status.state, maintenance.isInside, blind.isInside)] += untilMs - atMs;
    days.set(day, times);
    atMs = untilMs;
  }
  return days;
}

function stateOf(state: UptimeState, isMaintained: boolean, isBlind: boolean): UptimeState {
  if (state === 'notWatched') return state;
  if (isMaintained) return 'maintenance';
  return isBlind ? 'blind' : state;
}

/** Reads on in entries: the state at a moment, and until when it stays so. Before the first there was nothing to watch. */
function readOn(entries: readonly HistoryEntry[]): (atMs: number) => { state: UptimeState; untilMs: number } {
  let next = 0;
  return (atMs) => {
    while (next < entries.length && (entries[next]?.atMs ?? 0) <= atMs) next++;
    const current = entries[next - 1];
    const untilMs = entries[next]?.atMs ?? Number.POSITIVE_INFINITY;
    return { state: current === undefined ? 'notWatched' : stateTimes.ofStatus(current.status), untilMs };
  };
}
