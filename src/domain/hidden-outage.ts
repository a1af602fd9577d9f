import { type InstanceChange, isAllDown, type ServiceState, type ServiceStep } from './roll-up-status.ts';

/**
 * An outage that began and ended between two roll-ups. The current counts do not show it, but the events of the changes
 * do. Without this, a Down that is read together with its Recovered would be lost. Changes from before the present
 * status are ignored: they had their roll-up, so events that are read twice open no second incident.
 */
export function findHiddenOutage(
  state: ServiceState,
  changes: readonly InstanceChange[],
): ServiceStep | null {
  if (state.status === 'Down') return null;
  let lastDownAtMs = state.lastDownAtMs ?? 0;
  for (const change of changes) {
    if (change.to === 'Down') lastDownAtMs = Math.max(lastDownAtMs, change.atMs);
    const downAtMs = allDownAt(change, lastDownAtMs);
    if (downAtMs !== null && downAtMs > state.sinceMs) return { to: 'Down', atMs: downAtMs };
  }
  return null;
}

/** Since when all were Down by what this change shows: it made them so, or it was the first to end it. */
function allDownAt({ from, to, fromSinceMs, counts }: InstanceChange, lastDownAtMs: number): number | null {
  if (counts === undefined) return null;
  if (to === 'Down' && isAllDown(counts)) return lastDownAtMs;
  if (from !== 'Down' || fromSinceMs === undefined || (to !== 'Recovered' && to !== 'Healthy')) return null;
  return isAllDown({ ...counts, Down: counts.Down + 1, [to]: counts[to] - 1 }) ? fromSinceMs : null;
}
