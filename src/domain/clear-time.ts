/** A stretch of time in which the monitor could not hear: `[fromMs, toMs)` on the Redis clock. */
export interface BlindGap {
  fromMs: number;
  toMs: number;
}

/** What must be seen before silence is a verdict. */
export interface SilenceTarget {
  /** Silence in clear time, in milliseconds. */
  silenceMs: number;
  /** Whole periods of `periodMs` that must each fit inside one clear stretch: chances to hear a heartbeat. */
  periods: number;
  periodMs: number;
}

/**
 * The earliest moment at which silence that began at `sinceMs` meets the target, when the known blind gaps do not
 * count. Plain subtraction is not enough: a monitor that flaps in step with the heartbeats collects clear time
 * without ever having a chance to hear one, so whole periods inside single stretches are counted as well.
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

/** Milliseconds of `[fromMs, toMs)` in which we could hear: what an operator may call silence. */
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
