import type { History } from '../monitor/wire-types.ts';

/** A time in which a service was in one state. */
export interface Stretch {
  /** A status; or `maintenance`, `blind`, `notWatched`; or `notKept`: only its sum is known. */
  state: string;
  fromMs: number;
  toMs: number;
}

interface Time {
  fromMs: number;
  toMs: number;
}

/** Statuses in which there is nothing to watch. */
const unwatched = new Set(['Pending', 'Stopped', 'Archived']);

/**
 * The course of a time as it counts for the uptime: each moment is in one stretch. Of what overlaps, the first of these counts:
 * not watched, maintenance, blind, the status.
 *
 * `isKept`: whether a time before the first status was not watched; else its statuses are not kept any more.
 */
export function courseOf(
  { items, overlays = [] }: Pick<History, 'items' | 'overlays'>,
  time: Time,
  isKept: boolean,
): Stretch[] {
  const statuses = items.map(({ status, from, to }) => ({ status, ...timeOf(from, to, time) }));
  const over = overlays.map(({ state, from, to }) => ({ state, ...timeOf(from, to, time) }));
  const firstMs = Math.min(time.toMs, ...statuses.map(({ fromMs }) => fromMs));
  const stateAt = (atMs: number) => {
    const status = statuses.find((one) => contains(one, atMs))?.status;
    if (status === undefined) return atMs < firstMs && !isKept ? 'notKept' : 'notWatched';
    if (unwatched.has(status)) return 'notWatched';
    const covering = over.filter((one) => contains(one, atMs)).map(({ state }) => state);
    return covering.includes('maintenance') ? 'maintenance' : (covering[0] ?? status);
  };
  const edges = [...statuses, ...over].flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
  const cuts = [...new Set([time.fromMs, ...edges, time.toMs])]
    .filter((atMs) => atMs >= time.fromMs && atMs <= time.toMs)
    .sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  for (const [i, fromMs] of cuts.entries()) {
    const toMs = cuts[i + 1];
    if (toMs === undefined) break;
    const state = stateAt(fromMs);
    const last = stretches.at(-1);
    if (last?.state === state) last.toMs = toMs;
    else stretches.push({ state, fromMs, toMs });
  }
  return stretches;
}

function timeOf(from: string, to: string | null, time: Time): Time {
  return { fromMs: Date.parse(from), toMs: to === null ? time.toMs : Date.parse(to) };
}

function contains({ fromMs, toMs }: Time, atMs: number): boolean {
  return fromMs <= atMs && atMs < toMs;
}
