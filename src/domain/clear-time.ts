/** A period in which the monitor could not receive heartbeats: `[fromMs, toMs)` on the Redis clock. */
export interface BlindGap {
  fromMs: number;
  toMs: number;
}

/** What silence must reach before it changes a status. */
export interface SilenceTarget {
  /** Silence in clear time, in milliseconds. */
  silenceMs: number;
  /** How many whole periods of `periodMs` must lie in time without gaps, so that a heartbeat could have arrived in each. */
  periods: number;
  periodMs: number;
}

/**
 * The earliest moment at which silence that began at `sinceMs` meets the target, when the known blind gaps do not
 * count. Subtracting the gaps is not enough: if the monitor fails exactly when heartbeats arrive, it collects clear time
 * in which no heartbeat could arrive. So whole periods without a gap are counted as well.
 */
export function whenSilenceReaches(
  sinceMs: number,
  gaps: readonly BlindGap[],
  target: SilenceTarget,
): number {
  let silenceLeftMs = target.silenceMs;
  let periodsLeft = target.periods;
  let clearFromMs = sinceMs;
  for (const gap of inOrder(gaps)) {
    if (gap.toMs <= clearFromMs) continue;
    const clearMs = Math.max(0, gap.fromMs - clearFromMs);
    const neededMs = Math.max(silenceLeftMs, periodsLeft * target.periodMs);
    if (neededMs <= clearMs) return clearFromMs + neededMs;
    silenceLeftMs = Math.max(0, silenceLeftMs - clearMs);
    periodsLeft = Math.max(0, periodsLeft - Math.floor(clearMs / target.periodMs));
    clearFromMs = gap.toMs;
  }
  return clearFromMs + Math.max(silenceLeftMs, periodsLeft * target.periodMs);
}

/** Milliseconds of `[fromMs, toMs)` in which heartbeats could be received. */
export function clearMsBetween(fromMs: number, toMs: number, gaps: readonly BlindGap[]): number {
  let clearMs = 0;
  let clearFromMs = fromMs;
  for (const gap of inOrder(gaps)) {
    if (gap.toMs <= clearFromMs) continue;
    if (gap.fromMs >= toMs) break;
    clearMs += Math.max(0, gap.fromMs - clearFromMs);
    clearFromMs = gap.toMs;
  }
  return clearMs + Math.max(0, toMs - clearFromMs);
}

function inOrder(gaps: readonly BlindGap[]): BlindGap[] {
  return [...gaps].sort((a, b) => a.fromMs - b.fromMs);
}
