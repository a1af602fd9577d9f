import type { Incident, IncidentState } from '../incident.ts';

type Times = Pick<
  Incident,
  'incidentId' | 'state' | 'startedAtMs' | 'detectedAtMs' | 'recoveredAtMs' | 'resolvedAtMs'
>;

/** An outage as the public sees it; times in milliseconds. */
export interface PublicOutage<T> {
  incidents: readonly T[];
  /** The incident that began first gives it its name, however many join it. */
  firstId: string;
  state: IncidentState;
  startedAtMs: number;
  detectedAtMs: number;
  /** When all of it was heard again; null: it goes on. */
  recoveredAtMs: number | null;
  resolvedAtMs: number | null;
}

/**
 * Incidents that overlap in time, of the same components: how many services stand behind a component, and that they fail
 * one by one, is nothing for the public. `placeOf` names the components of an incident.
 */
export function publicOutages<T extends Times>(
  incidents: readonly T[],
  placeOf: (incident: T) => string,
): PublicOutage<T>[] {
  const inOrder = incidents.toSorted(
    (a, b) => a.startedAtMs - b.startedAtMs || (a.incidentId < b.incidentId ? -1 : 1),
  );
  const byPlace = [...Map.groupBy(inOrder, placeOf).values()];
  return byPlace.flatMap(overlapping).map(toOutage);
}

/** Of one place, by their start. */
function overlapping<T extends Times>(incidents: readonly T[]): [T, ...T[]][] {
  const found: [T, ...T[]][] = [];
  let endsAtMs = -1;
  for (const incident of incidents) {
    const last = found.at(-1);
    if (last === undefined || incident.startedAtMs > endsAtMs) found.push([incident]);
    else last.push(incident);
    endsAtMs = Math.max(endsAtMs, incident.recoveredAtMs ?? Infinity);
  }
  return found;
}

function toOutage<T extends Times>(incidents: [T, ...T[]]): PublicOutage<T> {
  const states = incidents.map(({ state }) => state);
  const state = (['open', 'recovering'] as const).find((one) => states.includes(one)) ?? 'resolved';
  const [first] = incidents;
  return {
    ...{ incidents, state, firstId: first.incidentId, startedAtMs: first.startedAtMs },
    detectedAtMs: Math.min(...incidents.map(({ detectedAtMs }) => detectedAtMs)),
    recoveredAtMs: latest(incidents.map(({ recoveredAtMs }) => recoveredAtMs)),
    resolvedAtMs: latest(incidents.map(({ resolvedAtMs }) => resolvedAtMs)),
  };
}

/** Null: one of them has none. */
function latest(times: readonly (number | null)[]): number | null {
  return times.includes(null) ? null : Math.max(...times.map((timeMs) => timeMs ?? 0));
}
