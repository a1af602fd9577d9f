import { type BlindGap, whenSilenceReaches } from './clear-time.ts';

/** Silence in a row that is a page of its own, however often the service was silent before. */
const longSilenceMs = 15 * 60 * 1000;

/** When a silence has lasted so long that it is told though the service flaps. */
export function whenSilentForLong(silentSinceMs: number, gaps: readonly BlindGap[]): number {
  return whenSilenceReaches(silentSinceMs, gaps, { silenceMs: longSilenceMs, periods: 0, periodMs: 1 });
}
