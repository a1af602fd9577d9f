import type { Incident } from '../monitor/wire-types.ts';

/** Fewer are told one by one. */
const fewest = 3;

const withinMs = 60 * 60 * 1000;
const longestMs = 15 * 60 * 1000;

/**
 * Which incidents are one row: the id of the newest of them, by the ids of all. At least three short incidents of one service
 * that are over and have no cause in common with others, and that began within an hour. `incidents`: newest first.
 */
export function foldFlapping(incidents: readonly Incident[]): Map<string, string> {
  const folds = new Map<string, string>();
  const current = new Map<string, Incident[]>();
  const close = (some: readonly Incident[]) => {
    const [newest] = some;
    if (newest !== undefined && some.length >= fewest)
      for (const { incidentId } of some) folds.set(incidentId, newest.incidentId);
  };
  for (const incident of incidents) {
    if (!isShort(incident)) continue;
    const some = current.get(incident.serviceId) ?? [];
    const newest = some[0] ?? incident;
    if (Date.parse(newest.startedAt) - Date.parse(incident.startedAt) <= withinMs) {
      current.set(incident.serviceId, [...some, incident]);
    } else {
      close(some);
      current.set(incident.serviceId, [incident]);
    }
  }
  for (const some of current.values()) close(some);
  return folds;
}

function isShort({ state, outageGroup, startedAt, recoveredAt, resolvedAt }: Incident): boolean {
  const end = recoveredAt ?? resolvedAt;
  if (state !== 'resolved' || outageGroup != null || end === null) return false;
  return Date.parse(end) - Date.parse(startedAt) <= longestMs;
}
