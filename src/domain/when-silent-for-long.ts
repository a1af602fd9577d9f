import { type BlindGap, whenSilenceReaches } from './clear-time.ts';

/** An outage of this length is reported by itself, also while the service flaps. */
const longSilenceMs = 15 * 60 * 1000;

/** When an outage has lasted so long that it is reported although the service flaps. */
export function whenSilentForLong(silentSinceMs: number, gaps: readonly BlindGap[]): number {
  return whenSilenceReaches(silentSinceMs, gaps, { silenceMs: longSilenceMs, periods: 0, periodMs: 1 });
}
