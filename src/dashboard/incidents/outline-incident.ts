import type { Incident } from '../monitor/wire-types.ts';

/** One stretch of time in one status. */
interface Stretch {
  status: string;
  fromMs: number;
  toMs: number;
}

export type Outline = ReturnType<typeof outlineIncident>;

/**
 * The numbers of an incident as people ask for them: since when, how long, and the stretches of its picture, which
 * begins at the last sign of life and ends when it was over, or now.
 */
export function outlineIncident(incident: Incident, nowMs: number) {
  const startedAtMs = Date.parse(incident.startedAt);
  const detectedAtMs = Date.parse(incident.detectedAt);
  const recoveredAtMs = parse(incident.recoveredAt);
  const resolvedAtMs = parse(incident.resolvedAt);
  // One that a person resolved may have no end of its own.
  const outageMs = Math.max(0, (recoveredAtMs ?? resolvedAtMs ?? nowMs) - startedAtMs);
  return {
    startedAtMs,
    detectedAtMs,
    recoveredAtMs,
    resolvedAtMs,
    detectedAfterMs: Math.max(0, detectedAtMs - startedAtMs),
    outageMs,
    downMs: downMs(incident, outageMs),
    stretches: stretchesOf(incident, startedAtMs, resolvedAtMs ?? nowMs),
  };
}

/** How long it was down in all: between several outages it was not. An older node does not say that. */
function downMs({ outages, silentSeconds }: Incident, outageMs: number): number {
  return outages > 1 && silentSeconds !== undefined ? silentSeconds * 1000 : outageMs;
}

function stretchesOf({ timeline }: Incident, startMs: number, endMs: number): Stretch[] {
  const steps = timeline.flatMap((entry) =>
    'to' in entry ? [{ atMs: Date.parse(entry.at), from: entry.from, to: entry.to }] : [],
  );
  const stretches: Stretch[] = [];
  let fromMs = startMs;
  let status: string = steps[0]?.from ?? 'Down';
  for (const step of [...steps, { atMs: endMs, to: '' }]) {
    // A step before the last sign of life (of another instance) belongs to the start.
    const toMs = Math.max(fromMs, Math.min(step.atMs, endMs));
    if (toMs > fromMs) stretches.push({ status, fromMs, toMs });
    fromMs = toMs;
    status = step.to;
  }
  return stretches;
}

function parse(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
