import { type BlindGap, whenSilenceReaches } from './clear-time.ts';
import { lateAtMs } from './late-at.ts';
import type { InstanceStatus } from './status.ts';
import type { Timing } from './timing.ts';

/** What is known of one instance when it is judged; times in milliseconds of the Redis clock. */
export interface InstanceState {
  status: InstanceStatus;
  /** When the status began. */
  sinceMs: number;
  /** The time of the last heartbeat or registration. */
  silentSinceMs: number;
  /** Whether that was a heartbeat: a registration alone ends no Degraded or Down. */
  hasBeaten: boolean;
  /** The `silentSinceMs` from which the present Degraded or Down was decided. */
  judgedSilenceMs: number;
  /** Since when it is Degraded because of its reported health, if a policy demands it; null, absent: it is not. */
  unwellSinceMs?: number | null;
}

/** One change of an instance's status, with the time at which it became due by the rules. */
export interface InstanceStep {
  to: InstanceStatus;
  atMs: number;
}

/** How long Stopped and Replaced instances stay in the lists; also Down ones, if another instance of the service runs. */
export const lingerMs = 6 * 60 * 60 * 1000;

/**
 * The next change of an instance that is due by `nowMs`, or null. Changes come one at a time and in the order of time,
 * so a worker that did not run during a whole outage still writes each change with its time.
 */
export function judgeInstance(
  state: InstanceState,
  timing: Timing,
  gaps: readonly BlindGap[],
  nowMs: number,
): InstanceStep | null {
  const steps = possibleSteps(state, timing, gaps).filter((step) => step.atMs <= nowMs);
  return steps.reduce<InstanceStep | null>(
    (first, step) => (first === null || step.atMs < first.atMs ? step : first),
    null,
  );
}

/** The instance after a change. It keeps the silence from which it was decided, so that a newer heartbeat is recognised. */
export function afterStep(state: InstanceState, step: InstanceStep): InstanceState {
  const heard = step.to === 'Healthy' || step.to === 'Recovered';
  return {
    ...state,
    status: step.to,
    sinceMs: step.atMs,
    judgedSilenceMs: heard ? state.judgedSilenceMs : state.silentSinceMs,
  };
}

/** When the instance must be looked at again, if it is silent until then. */
export function nextCheckAt(
  state: InstanceState,
  timing: Timing,
  gaps: readonly BlindGap[],
  nowMs: number,
): number {
  if (state.status === 'Stopped' || state.status === 'Replaced') return state.sinceMs + lingerMs;
  // A Down instance is checked once a period: a new instance may have taken its place meanwhile.
  if (state.status === 'Down') return nowMs + timing.intervalMs + timing.graceMs;
  return Math.min(...possibleSteps(state, timing, gaps).map((step) => step.atMs));
}

function possibleSteps(state: InstanceState, timing: Timing, gaps: readonly BlindGap[]): InstanceStep[] {
  const lateAt = lateAtMs(state, timing, gaps);
  const downAt = downAtMs(state, timing, gaps);
  const heardAgain = state.hasBeaten && state.silentSinceMs > state.judgedSilenceMs;
  switch (state.status) {
    case 'Pending':
      return state.hasBeaten
        ? [{ to: 'Healthy', atMs: state.silentSinceMs }]
        : [{ to: 'Degraded', atMs: lateAt }];
    case 'Healthy':
      return [{ to: 'Degraded', atMs: Math.min(lateAt, unwellAtMs(state)) }];
    case 'Recovered':
      return [
        { to: 'Degraded', atMs: lateAt },
        { to: 'Healthy', atMs: state.sinceMs + timing.recoveryWindowMs },
      ];
    case 'Degraded':
      return heardAgain && state.unwellSinceMs == null
        ? [{ to: 'Healthy', atMs: state.silentSinceMs }]
        : [{ to: 'Down', atMs: downAt }];
    case 'Down':
      return heardAgain ? [{ to: 'Recovered', atMs: state.silentSinceMs }] : [];
    case 'Stopped':
    case 'Replaced':
      return [{ to: 'Expired', atMs: state.sinceMs + lingerMs }];
    case 'Expired':
      return [];
    default:
      return state.status satisfies never;
  }
}

/** When a Healthy instance becomes Degraded by its own word alone; only silence makes it Down. */
function unwellAtMs({ unwellSinceMs, sinceMs }: InstanceState): number {
  return unwellSinceMs == null ? Number.POSITIVE_INFINITY : Math.max(unwellSinceMs, sinceMs);
}

function downAtMs(state: InstanceState, timing: Timing, gaps: readonly BlindGap[]): number {
  const periodMs = timing.intervalMs + timing.graceMs;
  const periods = Math.floor(timing.downAfterMs / periodMs);
  return whenSilenceReaches(state.silentSinceMs, gaps, { silenceMs: timing.downAfterMs, periods, periodMs });
}
