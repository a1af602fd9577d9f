import { type BlindGap, clearMsBetween } from './clear-time.ts';
import type { Incident } from './incident.ts';

/** How long a service was silent, without blind time. */
export interface Silence {
  /** In all outages of the incident. */
  allMs: number;
  /** In the outage that goes on; 0: none does. */
  ownMs: number;
}

/** The silence of an incident up to a moment. It ends with the incident, also if a person resolved that. */
export function silenceSoFar(
  { silentSinceMs, silentMs, resolvedAtMs }: Incident,
  atMs: number,
  gaps: readonly BlindGap[],
): Silence {
  if (silentSinceMs === null) return { allMs: silentMs, ownMs: 0 };
  const ownMs = clearMsBetween(silentSinceMs, Math.min(atMs, resolvedAtMs ?? atMs), gaps);
  return { allMs: silentMs + ownMs, ownMs };
}
