import { type BlindGap, whenSilenceReaches } from '../../src/domain/clear-time.ts';
import type { Process } from './world.ts';

/** The last heartbeat that the monitor received by `atMs`, or the start, which is the registration. */
export function lastBeatAt(process: Process, atMs: number, gaps: readonly BlindGap[]): number {
  const { startedAtMs, intervalMs, diedAtMs, delayMs, lossShare } = process;
  const untilMs = Math.min(atMs, diedAtMs);
  const newest = Math.floor((untilMs - startedAtMs) / intervalMs) + 1;
  // An older heartbeat may come after a newer one if the network is slow.
  const oldest = Math.max(1, newest - 12 - Math.ceil(delayMs / intervalMs));
  let lastMs = startedAtMs;
  for (let beat = newest; beat >= oldest; beat--) {
    const sentAtMs = startedAtMs + beat * intervalMs + (chance(process, beat, 1) - 0.5) * 0.04 * intervalMs;
    if (sentAtMs > untilMs || chance(process, beat, 2) < lossShare) continue;
    const receivedAtMs = sentAtMs + chance(process, beat, 3) ** 3 * delayMs;
    if (receivedAtMs > atMs || isBlind(receivedAtMs, gaps)) continue;
    lastMs = Math.max(lastMs, receivedAtMs);
    if (lastMs > sentAtMs - 0.96 * intervalMs + delayMs) break;
  }
  return lastMs;
}

export function isLate(process: Process, lastMs: number, atMs: number, gaps: readonly BlindGap[]): boolean {
  const silenceMs = process.intervalMs + process.graceMs + 1;
  if (atMs - lastMs < silenceMs) return false;
  return whenSilenceReaches(lastMs, gaps, { silenceMs, periods: 0, periodMs: 1 }) <= atMs;
}

/** When an instance that is silent since then is Down, by the rules of the monitor. */
export function downAt(
  { intervalMs, graceMs, downAfterMs }: Process,
  lastMs: number,
  gaps: readonly BlindGap[],
): number {
  const periodMs = intervalMs + graceMs;
  const periods = Math.floor(downAfterMs / periodMs);
  return whenSilenceReaches(lastMs, gaps, {
    silenceMs: downAfterMs,
    periods,
    periodMs,
  });
}

function isBlind(atMs: number, gaps: readonly BlindGap[]): boolean {
  return gaps.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
}

/** A random number of one heartbeat, always the same. */
function chance({ seed }: Process, beat: number, use: number): number {
  let mixed = Math.imul(seed ^ Math.imul(beat, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(use, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}
