import type { ImpairmentCause } from './impairment.ts';

/** How well one partition is watched now. */
export interface Watching {
  /** What impairs the monitor. */
  causes: readonly ImpairmentCause[];
  /** Whether a worker runs: nobody else judges. */
  hasWorker: boolean;
  /** The newest sign that heartbeats can arrive; null: there was none yet. */
  tickAtMs: number | null;
  /** Without such a sign for so long, the monitor is blind. */
  blindAfterMs: number;
  /** When what is due first should be judged; null: nothing waits. */
  dueAtMs: number | null;
}

/** Of the others statuses stay right: that a channel fails, for example, changes no status. */
const doubtful: readonly ImpairmentCause[] = ['blind', 'state-lost'];

/** Workers judge what is due within a second. */
const lateAfterMs = 5_000;

/** Whether the statuses in a partition may be wrong now, so that nobody should be told them as facts. */
export function isInDoubt(watching: Watching, nowMs: number): boolean {
  const { causes, hasWorker, tickAtMs, blindAfterMs, dueAtMs } = watching;
  if (!hasWorker || causes.some((cause) => doubtful.includes(cause))) return true;
  if (tickAtMs === null || nowMs - tickAtMs > blindAfterMs) return true;
  return dueAtMs !== null && nowMs - dueAtMs > lateAfterMs;
}
