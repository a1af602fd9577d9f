import { type BlindGap, clearMsBetween, whenSilenceReaches } from './clear-time.ts';
import type { ServiceRules } from './policy.ts';
import type { InstanceChange, ServiceState, ServiceStep } from './roll-up-status.ts';

const hourMs = 60 * 60 * 1000;

/** What is remembered of a service's outages, also after the end of its incident. */
export interface OutageMemory {
  /** One more with each outage, one less with each quiet hour. */
  count: number;
  /** Since when it has been on time without a break; null: an instance is late or Down, or no outage is remembered. */
  quietSinceMs: number | null;
}

/** What the quiet time of a service depends on. */
export interface QuietState {
  state: ServiceState;
  outages: OutageMemory;
  /** When an instance of it became late, or ceased to be, by what was committed last; null: never. */
  lateAtMs: number | null;
  /** Whether it has an incident that is not resolved; then its outages are always remembered. */
  hasIncident: boolean;
}

/**
 * How long a service must be on time without a break until its incident is resolved. It is longer the more often the
 * service was Down lately. So a service that flaps slowly has one incident, and not one for each outage.
 */
export function quietTimeMs({ timing }: ServiceRules, outages: number): number {
  const grownMs = timing.downAfterMs * 8 ** Math.max(0, outages - 1);
  return Math.max(timing.downAfterMs, Math.min(grownMs, hourMs));
}

/** When the quiet time that began at `sinceMs` has lasted so long; blind time does not count. */
export function whenQuietFor(quietMs: number, sinceMs: number, gaps: readonly BlindGap[]): number {
  return whenSilenceReaches(sinceMs, gaps, { silenceMs: quietMs, periods: 0, periodMs: 1 });
}

/** When no outage is remembered any more, if the service stays on time; null: it is not on time. */
export function whenForgotten(
  { count, quietSinceMs }: OutageMemory,
  gaps: readonly BlindGap[],
): number | null {
  return quietSinceMs === null ? null : whenQuietFor(count * hourMs, quietSinceMs, gaps);
}

/**
 * The memory after the changes that were read, and after the change of the service, if any. A late instance ends the
 * quiet time; the next one begins when no instance is late. An instance that stays Down beside living ones does not delay it.
 */
export function rememberOutages(
  before: QuietState,
  rules: ServiceRules,
  seen: {
    step: ServiceStep | null;
    changes: readonly InstanceChange[];
    gaps: readonly BlindGap[];
    nowMs: number;
  },
): OutageMemory {
  const { state, outages, lateAtMs, hasIncident } = before;
  const { step, gaps, nowMs } = seen;
  const brokenAtMs = whenBroken(before, step, seen.changes);
  const quietHours =
    outages.quietSinceMs === null
      ? 0
      : Math.floor(clearMsBetween(outages.quietSinceMs, brokenAtMs ?? nowMs, gaps) / hourMs);
  const left = Math.max(0, outages.count - quietHours);
  if (step?.to === 'Down') return { count: Math.min(left + 1, rules.mostOutages), quietSinceMs: null };
  if (left === 0 && !hasIncident) return { count: 0, quietSinceMs: null };
  const isBroken = (step?.to ?? state.status) === 'Down' || state.counts.Degraded > 0;
  if (isBroken) return { count: left, quietSinceMs: null };
  if (outages.quietSinceMs !== null && brokenAtMs === null) return outages;
  return { count: left, quietSinceMs: Math.max(lateAtMs ?? 0, heardAgainAt(state, step)) || nowMs };
}

/** When the quiet time ended; null: it goes on. The counts and `lateAtMs` may be ahead of the changes that were read. */
function whenBroken(
  { outages: { quietSinceMs }, lateAtMs, state }: QuietState,
  step: ServiceStep | null,
  changes: readonly InstanceChange[],
): number | null {
  if (quietSinceMs === null) return null;
  const begins = changes.flatMap(lateSince).filter((atMs) => atMs > quietSinceMs);
  if (begins.length > 0) return Math.min(...begins);
  if (lateAtMs !== null && lateAtMs > quietSinceMs) return lateAtMs;
  if (state.counts.Degraded > 0) return quietSinceMs;
  return step?.to === 'Down' ? step.atMs : null;
}

function lateSince({ from, fromSinceMs, to, atMs }: InstanceChange): number[] {
  if (to === 'Degraded') return [atMs];
  return from === 'Degraded' && fromSinceMs !== undefined ? [fromSinceMs] : [];
}

function heardAgainAt({ status, sinceMs }: ServiceState, step: ServiceStep | null): number {
  if (step?.to === 'Recovered') return step.atMs;
  return status === 'Recovered' ? sinceMs : 0;
}
