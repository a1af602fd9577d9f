/** @import { Incident } from './wire-types.ts' */

/**
 * One stretch of time in one status.
 *
 * @typedef {{ status: string, fromMs: number, toMs: number }} Stretch
 */

/**
 * The numbers of an incident as people ask for them: since when, how long, and the stretches of its picture, which
 * begins at the last sign of life and ends when it was over, or now.
 *
 * @param {Incident} incident
 * @param {number} nowMs
 */
export function outlineIncident(incident, nowMs) {
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

/**
 * How long it was down in all: between several outages it was not. An older node does not say that.
 *
 * @param {Incident} incident
 * @param {number} outageMs
 */
function downMs({ outages, silentSeconds }, outageMs) {
  return outages > 1 && silentSeconds !== undefined ? silentSeconds * 1000 : outageMs;
}

/**
 * @param {Incident} incident
 * @param {number} startMs
 * @param {number} endMs
 * @returns {Stretch[]}
 */
function stretchesOf({ timeline }, startMs, endMs) {
  const steps = timeline.flatMap((entry) =>
    'to' in entry ? [{ atMs: Date.parse(entry.at), from: entry.from, to: entry.to }] : [],
  );
  /** @type {Stretch[]} */
  const stretches = [];
  let fromMs = startMs;
  let status = steps[0]?.from ?? 'Down';
  for (const step of [...steps, { atMs: endMs, to: '' }]) {
    // A step before the last sign of life (of another instance) belongs to the start.
    const toMs = Math.max(fromMs, Math.min(step.atMs, endMs));
    if (toMs > fromMs) stretches.push({ status, fromMs, toMs });
    fromMs = toMs;
    status = step.to;
  }
  return stretches;
}

/** @param {string | null} time */
function parse(time) {
  return time === null ? null : Date.parse(time);
}
