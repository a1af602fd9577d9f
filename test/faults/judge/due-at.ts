import type { AwayWindow } from '../stage/history.ts';

/**
 * When a Down must be known at the latest, but for the promised two seconds: silence of `downAfterMs` since the last
 * heartbeat; counted anew from the end of every time in which we could not hear; and not while no worker lives. With
 * `promiseMs` those two seconds are granted: what begins within them counts as well, for then it need not be known yet.
 */
export function dueAt(
  lastBeatAtMs: number,
  downAfterMs: number,
  windows: readonly AwayWindow[],
  promiseMs = 0,
): number {
  let dueAtMs = lastBeatAtMs + downAfterMs;
  const inOrder = [...windows].sort((a, b) => a.fromMs - b.fromMs);
  for (const { away, fromMs, toMs } of inOrder) {
    const endMs = toMs ?? Number.POSITIVE_INFINITY;
    if (away === 'worker' || fromMs >= dueAtMs + promiseMs || endMs <= lastBeatAtMs) continue;
    dueAtMs = Math.max(dueAtMs, endMs + downAfterMs);
  }
  for (const { away, fromMs, toMs } of inOrder) {
    const endMs = toMs ?? Number.POSITIVE_INFINITY;
    if (away === 'worker' && fromMs < dueAtMs + promiseMs && endMs > dueAtMs) dueAtMs = endMs;
  }
  return dueAtMs;
}
