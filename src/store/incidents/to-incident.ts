import type { Incident } from '../../domain/incident.ts';

/** An incident from its JSON. One that version 0.1 wrote knows less: it flaps not, and its Down was told. */
export function toIncident(text: string): Incident {
  const read = JSON.parse(text) as Incident;
  return {
    ...read,
    silentSinceMs:
      read.silentSinceMs === undefined && read.state === 'open'
        ? read.startedAtMs
        : (read.silentSinceMs ?? null),
    silentMs: read.silentMs ?? 0,
    quietUntilMs: read.quietUntilMs ?? null,
    flapping: read.flapping ?? null,
    told: read.told ?? { outage: true, longSilence: false, last: 'down', recovery: null },
  };
}
