import { formatDuration } from '../duration.ts';
import type { ServiceMatch } from '../matches-service.ts';
import type { MaintenanceWindow, WeeklyTimes, WindowBounds } from './maintenance-window.ts';
import { occurrenceFrom } from './occurrence.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Without an end that comes soon, people would forget that they are told nothing. */
export const longestMaintenanceMs = 7 * dayMs;

/** Weekly windows hold back only a part of the week, and a year is soon enough to look at them again. */
const longestWeeklyMs = 366 * dayMs;

const farthestStartMs = 366 * dayMs;

/** What a caller asks for; times in milliseconds. Of `endsAtMs` and `forMs` one is there. */
export interface WantedWindow {
  match: ServiceMatch;
  startsAtMs: number | null;
  endsAtMs: number | null;
  forMs: number | null;
  weekly: WeeklyTimes | null;
  by: string;
  note: string | null;
}

/** What a window gets beside what was asked for. */
export interface WindowMaker {
  windowId: string;
  bounds: WindowBounds;
  request: string | null;
}

/** `field` is what is wrong of the wanted window. */
export type PlannedWindow =
  | { kind: 'planned'; window: MaintenanceWindow }
  | { kind: 'refused'; field: 'startsAt' | 'endsAt' | 'for' | 'weekly'; reason: string };

/** A window as it is wanted from now on, or what is wrong with it. */
export function planWindow(wanted: WantedWindow, maker: WindowMaker, nowMs: number): PlannedWindow {
  const { match, weekly, by, note, forMs } = wanted;
  const refused = (field: 'startsAt' | 'endsAt' | 'for' | 'weekly', reason: string): PlannedWindow => ({
    ...{ kind: 'refused', field, reason },
  });
  const startsAtMs = Math.max(nowMs, wanted.startsAtMs ?? nowMs);
  const endField = forMs === null ? 'endsAt' : 'for';
  const endsAtMs = forMs === null ? wanted.endsAtMs : startsAtMs + forMs;
  if (endsAtMs === null)
    return refused('endsAt', 'is missing: a maintenance always has an end; say endsAt or for');
  if (startsAtMs > nowMs + farthestStartMs) return refused('startsAt', 'must be within a year from now');
  if (endsAtMs <= startsAtMs) return refused(endField, 'must be after the start, and after now');
  const mostMs = weekly === null ? longestMaintenanceMs : longestWeeklyMs;
  if (endsAtMs - startsAtMs > mostMs)
    return refused(
      endField,
      `may be at most ${formatDuration(mostMs)} after the start; it can be extended later`,
    );
  const window: MaintenanceWindow = {
    ...{ ...maker, match, weekly, startsAtMs, endsAtMs, by, note },
    createdAtMs: nowMs,
  };
  if (occurrenceFrom(window, nowMs) === null) return refused('weekly', 'has no such time before its end');
  return { kind: 'planned', window };
}

/** The window with a later end, so long from now; null: that would be too late. It never becomes shorter. */
export function extendWindow(
  window: MaintenanceWindow,
  untilMs: number,
  nowMs: number,
): MaintenanceWindow | null {
  const mostMs = window.weekly === null ? longestMaintenanceMs : longestWeeklyMs;
  if (untilMs - Math.max(nowMs, window.startsAtMs) > mostMs) return null;
  return { ...window, endsAtMs: Math.max(untilMs, window.endsAtMs ?? untilMs) };
}

/** The window as it ends now; one that has not begun held nothing back. */
export function endWindow(window: MaintenanceWindow, nowMs: number): MaintenanceWindow {
  return { ...window, startsAtMs: Math.min(nowMs, window.startsAtMs), endsAtMs: nowMs };
}
