import { type BlindGap, whenSilenceReaches } from './clear-time.ts';
import type { Timing } from './timing.ts';

/** The first millisecond in which silence is longer than interval and grace. */
export function lateAtMs(
  { silentSinceMs }: { silentSinceMs: number },
  timing: Timing,
  gaps: readonly BlindGap[],
): number {
  const silenceMs = timing.intervalMs + timing.graceMs + 1;
  return whenSilenceReaches(silentSinceMs, gaps, { silenceMs, periods: 0, periodMs: 1 });
}
