import { type BlindGap, clearMsBetween } from './clear-time.ts';

/** From so many outages that are remembered on, a service flaps. */
export const flappingFrom = 3;

const hourMs = 60 * 60 * 1000;

/** What happened since the last summary was due. */
export interface FlappingHour {
  fromMs: number;
  /** Outages without a message of their own. */
  downs: number;
  silentMs: number;
}

/** That an outage is one of a row. */
export interface Flapping {
  sinceMs: number;
  hour: FlappingHour;
}

export function beginFlapping(atMs: number): Flapping {
  return { sinceMs: atMs, hour: { fromMs: atMs, downs: 0, silentMs: 0 } };
}

/** One more outage. */
export function withDown(flapping: Flapping, atMs: number): Flapping {
  const hour = hourAt(flapping, atMs);
  return { ...flapping, hour: { ...hour, downs: hour.downs + 1 } };
}

/** A silence ended: the part of it that lies in this hour is added. */
export function withSilence(
  flapping: Flapping,
  silentSinceMs: number,
  atMs: number,
  gaps: readonly BlindGap[],
): Flapping {
  const hour = hourAt(flapping, atMs);
  return {
    ...flapping,
    hour: { ...hour, silentMs: hour.silentMs + silentIn(hour, silentSinceMs, atMs, gaps) },
  };
}

/** When the hour is summed up; null: nothing happened in it. */
export function whenSummedUp({ hour }: Flapping): number | null {
  return hour.downs === 0 ? null : hour.fromMs + hourMs;
}

/** The hour that is over, and the one that begins. */
export function sumUp(
  flapping: Flapping,
  silentSinceMs: number | null,
  gaps: readonly BlindGap[],
): { hour: FlappingHour; flapping: Flapping } {
  const { hour } = flapping;
  const endMs = hour.fromMs + hourMs;
  const silentMs = silentSinceMs === null ? 0 : silentIn(hour, silentSinceMs, endMs, gaps);
  return {
    hour: { ...hour, silentMs: hour.silentMs + silentMs },
    flapping: { ...flapping, hour: { fromMs: endMs, downs: 0, silentMs: 0 } },
  };
}

/** The hour in which `atMs` lies: hours follow each other from the moment at which the flapping began. */
function hourAt({ hour }: Flapping, atMs: number): FlappingHour {
  const passed = Math.floor((atMs - hour.fromMs) / hourMs);
  return passed <= 0 ? hour : { fromMs: hour.fromMs + passed * hourMs, downs: 0, silentMs: 0 };
}

function silentIn(
  hour: FlappingHour,
  silentSinceMs: number,
  toMs: number,
  gaps: readonly BlindGap[],
): number {
  return clearMsBetween(Math.max(hour.fromMs, silentSinceMs), toMs, gaps);
}
