import { type BlindGap, whenSilenceReaches } from './clear-time.ts';
import type { ServiceRules } from './policy.ts';
import { type InstanceStatus, isLiving, type LivingStatus, type ServiceStatus } from './status.ts';

export type StatusCounts = Record<LivingStatus, number>;

/** What is known of a service when its instances are rolled up; times in milliseconds of the Redis clock. */
export interface ServiceState {
  status: ServiceStatus;
  sinceMs: number;
  /** Living instances by status; those that left are not counted. */
  counts: StatusCounts;
  /** Since when fewer than `minInstances` send heartbeats; null while there are enough. */
  shortSinceMs: number | null;
  /** When the latest of its instances went Down, by what was read so far; commits come in another order than deadlines. */
  lastDownAtMs?: number | null;
}

/** One change of one instance, as its commit recorded it. */
export interface InstanceChange {
  to: InstanceStatus;
  /** When it became due by the rules. */
  atMs: number;
  /** The instance's last heartbeat or registration. */
  silentSinceMs: number;
  /** The status before; null: the instance is new. */
  from?: InstanceStatus | null;
  fromSinceMs?: number;
  /** The instances of its service by status, right after this change. */
  counts?: StatusCounts;
}

export interface ServiceStep {
  to: ServiceStatus;
  atMs: number;
}

/** The outcome of a roll-up; `step` is null when the status stays. */
export interface RollUp {
  step: ServiceStep | null;
  shortSinceMs: number | null;
  /** When to roll up again if no instance changes; null: only after an event. */
  nextCheckAtMs: number | null;
}

/**
 * The status of a service, computed from its instances, and the time of the change. Blind gaps matter only for a
 * shortage: instances that could not send heartbeats could not register either.
 */
export function rollUpStatus(
  state: ServiceState,
  rules: ServiceRules,
  changes: readonly InstanceChange[],
  nowMs: number,
  gaps: readonly BlindGap[] = [],
): RollUp {
  const shortSinceMs = shortSince(state, rules, changes, nowMs);
  const tooLongMs = shortSinceMs === null ? null : tooLongAt(shortSinceMs, rules, gaps);
  const to = statusOf({ ...state, counts: countsAsRead(state, changes) }, rules, tooLongMs, nowMs);
  const step = to === state.status ? null : { to, atMs: stepAt(to, state, rules, tooLongMs, changes, nowMs) };
  const after = { ...state, status: to, sinceMs: step?.atMs ?? state.sinceMs };
  return { step, shortSinceMs, nextCheckAtMs: nextCheckAt(after, rules, tooLongMs, nowMs) };
}

/** Instances that send heartbeats or are only late: those that count for `minInstances`. */
export function aliveCount(counts: StatusCounts): number {
  return counts.Healthy + counts.Recovered + counts.Degraded;
}

/** Whether some are Down, and none sends heartbeats or is only late. */
export function isAllDown(counts: StatusCounts): boolean {
  return counts.Down > 0 && aliveCount(counts) === 0;
}

/**
 * The current counts may be newer than the events that were read: then the event of the last Down has not arrived yet.
 * The change is left to that event, because only it contains the time of the Down.
 */
function countsAsRead({ status, counts }: ServiceState, changes: readonly InstanceChange[]): StatusCounts {
  const isAhead =
    status !== 'Down' &&
    isAllDown(counts) &&
    changes.length > 0 &&
    changes.every((c) => c.counts && !isAllDown(c.counts));
  return isAhead ? { ...counts, Down: counts.Down - 1, Degraded: 1 } : counts;
}

function statusOf(
  state: ServiceState,
  rules: ServiceRules,
  tooLongMs: number | null,
  nowMs: number,
): ServiceStatus {
  const { counts } = state;
  const wasDown = state.status === 'Down' || state.status === 'Recovered';
  if (counts.Pending + counts.Down + aliveCount(counts) === 0) return 'Stopped';
  if (isAllDown(counts) || (tooLongMs !== null && nowMs >= tooLongMs)) return 'Down';
  // A registration without a heartbeat ends no outage.
  if (state.status === 'Down' && counts.Healthy + counts.Recovered === 0) return 'Down';
  if (state.status === 'Down') return 'Recovered';
  if (state.status === 'Recovered' && nowMs < state.sinceMs + rules.timing.recoveryWindowMs)
    return 'Recovered';
  if (counts.Degraded + counts.Down > 0) return 'Degraded';
  if (wasDown && counts.Recovered > 0) return 'Recovered';
  return counts.Healthy + counts.Recovered > 0 ? 'Healthy' : 'Pending';
}

/** When a shortage has lasted so long, without blind time, that the service is Down. */
function tooLongAt(shortSinceMs: number, { timing }: ServiceRules, gaps: readonly BlindGap[]): number {
  return whenSilenceReaches(shortSinceMs, gaps, { silenceMs: timing.downAfterMs, periods: 0, periodMs: 1 });
}

function shortSince(
  state: ServiceState,
  rules: ServiceRules,
  changes: readonly InstanceChange[],
  nowMs: number,
): number | null {
  // With a minimum of one, a shortage is the same as "all are Down".
  if (rules.minInstances <= 1 || aliveCount(state.counts) >= rules.minInstances) return null;
  if (state.shortSinceMs !== null) return state.shortSinceMs;
  return Math.min(nowMs, departures(changes)[rules.minInstances - aliveCount(state.counts) - 1] ?? nowMs);
}

/**
 * When instances left, the latest first. Before the last departures, as many as are missing now, there were enough. A
 * Down instance is missing since its last heartbeat, not since it was found Down.
 */
function departures(changes: readonly InstanceChange[]): number[] {
  return changes
    .filter((change) => change.to === 'Down' || !isLiving(change.to))
    .map((change) => (change.to === 'Down' ? change.silentSinceMs : change.atMs))
    .sort((a, b) => b - a);
}

/**
 * Recovered and Degraded begin with the first instance that causes them, all other statuses with the last one; only a
 * shortage ends with the last instance that was needed. No change is older than the status that it ends. Recovered
 * lasts for its window, unless the service goes Down or all instances leave.
 */
function stepAt(
  to: ServiceStatus,
  state: ServiceState,
  rules: ServiceRules,
  tooLongMs: number | null,
  changes: readonly InstanceChange[],
  nowMs: number,
): number {
  const waits = state.status === 'Recovered' && to !== 'Down' && to !== 'Stopped';
  const earliestMs = waits ? state.sinceMs + rules.timing.recoveryWindowMs : state.sinceMs;
  const within = (atMs: number) => Math.min(nowMs, Math.max(earliestMs, atMs));
  const times = timesOf(to, state, changes);
  if (times.length > 0) {
    const fromTheFirstOn = to === 'Degraded' || (to === 'Recovered' && rules.minInstances <= 1);
    return within(fromTheFirstOn ? Math.min(...times) : Math.max(...times));
  }
  if (to === 'Down' && tooLongMs !== null) return within(tooLongMs);
  if (waits) return within(earliestMs);
  return within(changes.length > 0 ? Math.max(...changes.map((change) => change.atMs)) : nowMs);
}

/** When the instances made the step that the service makes now. */
function timesOf(to: ServiceStatus, state: ServiceState, changes: readonly InstanceChange[]): number[] {
  // A new instance ends an outage with its first heartbeat, which makes it Healthy.
  const makers: readonly InstanceStatus[] = to === 'Recovered' ? ['Recovered', 'Healthy'] : [to];
  const times = changes.filter((change) => makers.includes(change.to)).map((change) => change.atMs);
  if (to === 'Down' && times.length > 0) return [...times, state.lastDownAtMs ?? 0];
  // The events that were read together may contain the recovery of an earlier outage.
  const later = to === 'Recovered' ? times.filter((atMs) => atMs > state.sinceMs) : [];
  return later.length > 0 ? later : times;
}

function nextCheckAt(
  state: ServiceState,
  rules: ServiceRules,
  tooLongMs: number | null,
  nowMs: number,
): number | null {
  const times = [
    state.status === 'Recovered' ? state.sinceMs + rules.timing.recoveryWindowMs : null,
    state.status === 'Down' ? null : tooLongMs,
  ];
  const ahead = times.filter((atMs) => atMs !== null && atMs > nowMs) as number[];
  return ahead.length > 0 ? Math.min(...ahead) : null;
}
