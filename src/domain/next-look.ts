import type { BlindGap } from './clear-time.ts';
import { type InstanceState, nextCheckAt } from './judge-instance.ts';
import type { Timing } from './timing.ts';

/** What the monitor knew of its own hearing when it looked; times in milliseconds of the Redis clock. */
export interface Hearing {
  nowMs: number;
  /** The newest sign that the ingest path works. */
  tickAtMs: number;
  /** When it could not hear. */
  gaps: readonly BlindGap[];
}

/** While the monitor cannot hear, nothing is judged. */
export function isBlind({ nowMs, tickAtMs }: Hearing, blindAfterMs: number): boolean {
  return nowMs - tickAtMs > blindAfterMs;
}

/** When to look at an instance again; while blind, when something could be due if we heard again now. */
export function nextLookAt(
  state: InstanceState,
  timing: Timing,
  hearing: Hearing,
  blindAfterMs: number,
): number {
  const { nowMs, tickAtMs, gaps } = hearing;
  if (!isBlind(hearing, blindAfterMs)) return Math.max(nowMs, nextCheckAt(state, timing, gaps, nowMs));
  const known = [...gaps, { fromMs: tickAtMs, toMs: nowMs }];
  return Math.max(nowMs + blindAfterMs, nextCheckAt(state, timing, known, nowMs));
}
