import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { Timing } from '../../src/domain/timing.ts';
import { type Came, cameInTime, type Self } from './reference-newcomers.ts';
import { clearStretches, firstMs, observedMs } from './reference-time.ts';

/** The rules of design section 4 and 5 once more, said as plainly as can be and without regard to cost. */

export type Tally = Record<string, number>;

export interface Seen {
  status: string;
  sinceMs: number;
  /** The last sign of life. */
  silentSinceMs: number;
  hasBeaten: boolean;
  /** The sign of life that the last step away from being heard was taken on. */
  judgedFromMs: number;
}

export interface Step {
  to: string;
  atMs: number;
}

const sixHoursMs = 6 * 60 * 60 * 1000;

/** When silence that began at `fromMs` will be what makes an instance late, and Down. */
function verdicts(fromMs: number, { intervalMs, graceMs, downAfterMs }: Timing, gaps: readonly BlindGap[]) {
  const periodMs = intervalMs + graceMs;
  const chances = (toMs: number) =>
    clearStretches(fromMs, toMs, gaps).reduce(
      (sum, [from, to]) => sum + Math.floor((to - from) / periodMs),
      0,
    );
  const endMs = Math.max(fromMs, ...gaps.map((gap) => gap.toMs)) + 2 * (downAfterMs + periodMs);
  return {
    lateMs: firstMs(fromMs, endMs, (ms) => observedMs(fromMs, ms, gaps) > periodMs),
    downMs: firstMs(
      fromMs,
      endMs,
      (ms) =>
        observedMs(fromMs, ms, gaps) >= downAfterMs && chances(ms) >= Math.floor(downAfterMs / periodMs),
    ),
  };
}

/** The next step of an instance that stays silent, whenever it comes; null: none. */
export function nextStep(seen: Seen, timing: Timing, gaps: readonly BlindGap[]): Step | null {
  const { lateMs, downMs } = verdicts(seen.silentSinceMs, timing, gaps);
  const isNews = seen.hasBeaten && seen.silentSinceMs > seen.judgedFromMs;
  const heardMs = seen.silentSinceMs;
  const windowEndsMs = seen.sinceMs + timing.recoveryWindowMs;
  switch (seen.status) {
    case 'Pending':
      return seen.hasBeaten ? { to: 'Healthy', atMs: heardMs } : { to: 'Degraded', atMs: lateMs };
    case 'Healthy':
      return { to: 'Degraded', atMs: lateMs };
    case 'Recovered':
      return lateMs <= windowEndsMs
        ? { to: 'Degraded', atMs: lateMs }
        : { to: 'Healthy', atMs: windowEndsMs };
    case 'Degraded':
      return isNews ? { to: 'Healthy', atMs: heardMs } : { to: 'Down', atMs: downMs };
    case 'Down':
      return isNews ? { to: 'Recovered', atMs: heardMs } : null;
    case 'Stopped':
    case 'Replaced':
      return { to: 'Expired', atMs: seen.sinceMs + sixHoursMs };
    default:
      return null;
  }
}

/** When an instance must be looked at again. */
export function nextLookMs(seen: Seen, timing: Timing, gaps: readonly BlindGap[], nowMs: number): number {
  if (seen.status === 'Down') return nowMs + timing.intervalMs + timing.graceMs;
  return Math.max(nowMs, nextStep(seen, timing, gaps)?.atMs ?? Number.POSITIVE_INFINITY);
}

/** The step that is due now, when the siblings were asked as well. */
export function dueStep(
  seen: Seen,
  { timing, gaps, nowMs, self }: { timing: Timing; gaps: readonly BlindGap[]; nowMs: number; self: Self },
  siblings: { newcomers: readonly Came[]; isOneAlive: boolean },
): (Step & { absorbed: string | null }) | null {
  const next = nextStep(seen, timing, gaps);
  const due = next !== null && next.atMs <= nowMs ? next : null;
  if (due?.to === 'Down' || (due === null && seen.status === 'Down')) {
    const [first] = siblings.newcomers
      .filter((one) => ['Healthy', 'Recovered'].includes(one.status))
      .filter((one) =>
        cameInTime(one, { seen, self, lateMs: verdicts(seen.silentSinceMs, timing, gaps).lateMs }),
      )
      .sort((a, b) => a.atMs - b.atMs || (a.instanceId < b.instanceId ? -1 : 1));
    if (first !== undefined) return { to: 'Replaced', atMs: due?.atMs ?? nowMs, absorbed: first.instanceId };
    const leavesMs = seen.sinceMs + sixHoursMs;
    if (due === null && leavesMs <= nowMs && siblings.isOneAlive)
      return { to: 'Expired', atMs: leavesMs, absorbed: null };
  }
  return due === null ? null : { ...due, absorbed: null };
}

const alive = (tally: Tally) =>
  (tally['Healthy'] ?? 0) + (tally['Recovered'] ?? 0) + (tally['Degraded'] ?? 0);
export const areAllDown = (tally: Tally) => (tally['Down'] ?? 0) > 0 && alive(tally) === 0;

export interface ServiceSeen {
  status: string;
  sinceMs: number;
  tally: Tally;
  shortSinceMs: number | null;
  /** When an instance of it went Down latest, as far as it was told. */
  lastDownMs: number;
  /** What could not be heard, up to now. */
  gaps: readonly BlindGap[];
}

export interface Told {
  from: string | null;
  fromSinceMs: number;
  to: string;
  atMs: number;
  silentSinceMs: number;
  /** After the change. */
  tally: Tally;
}

export interface ServiceRule {
  timing: Timing;
  minInstances: number;
  /** So many outages are remembered at most. */
  mostOutages: number;
}

export function shortSince(seen: ServiceSeen, rule: ServiceRule, told: readonly Told[], nowMs: number) {
  const missing = rule.minInstances - alive(seen.tally);
  if (rule.minInstances <= 1 || missing <= 0) return null;
  if (seen.shortSinceMs !== null) return seen.shortSinceMs;
  const left = told
    .filter(({ to }) => ['Down', 'Stopped', 'Replaced', 'Expired'].includes(to))
    .map(({ to, atMs, silentSinceMs }) => (to === 'Down' ? silentSinceMs : atMs))
    .sort((a, b) => b - a);
  return Math.min(nowMs, left[missing - 1] ?? nowMs);
}

/** What a service is by what its instances are. */
function serviceStatus(
  seen: ServiceSeen,
  { timing, minInstances }: ServiceRule,
  shortMs: number | null,
  nowMs: number,
) {
  const { status, tally } = seen;
  const some = (...statuses: string[]) => statuses.some((one) => (tally[one] ?? 0) > 0);
  const isHeard = some('Healthy', 'Recovered');
  const isShort =
    minInstances > 1 && shortMs !== null && observedMs(shortMs, nowMs, seen.gaps) >= timing.downAfterMs;
  if (!some(...Object.keys(tally))) return 'Stopped';
  if (areAllDown(tally) || isShort) return 'Down';
  if (status === 'Down') return isHeard ? 'Recovered' : 'Down';
  if (status === 'Recovered' && nowMs - seen.sinceMs < timing.recoveryWindowMs) return 'Recovered';
  if (some('Degraded', 'Down')) return 'Degraded';
  if (status === 'Recovered' && some('Recovered')) return 'Recovered';
  return isHeard ? 'Healthy' : 'Pending';
}

/** The step of a service that was told these changes, or null. */
export function serviceStep(
  seen: ServiceSeen,
  rule: ServiceRule,
  told: readonly Told[],
  nowMs: number,
): Step | null {
  const hidden = hiddenDown(seen, told);
  if (hidden !== null) return { to: 'Down', atMs: hidden };
  // All are Down by now, but the change that made them so is still on its way: it will say when.
  const awaits = seen.status !== 'Down' && told.length > 0 && told.every(({ tally }) => !areAllDown(tally));
  const { tally } = seen;
  const known =
    awaits && areAllDown(tally) ? { ...tally, Down: (tally['Down'] ?? 0) - 1, Degraded: 1 } : tally;
  const shortMs = shortSince(seen, rule, told, nowMs);
  const to = serviceStatus({ ...seen, tally: known }, rule, shortMs, nowMs);
  if (to === seen.status) return hiddenRecovery(seen, rule, told);
  return { to, atMs: whenServiceStepped(to, seen, rule, told, { shortMs, nowMs }) };
}

function whenServiceStepped(
  to: string,
  seen: ServiceSeen,
  { timing, minInstances }: ServiceRule,
  told: readonly Told[],
  { shortMs, nowMs }: { shortMs: number | null; nowMs: number },
): number {
  const lasts = seen.status === 'Recovered' && to !== 'Down' && to !== 'Stopped';
  const earliestMs = lasts ? seen.sinceMs + timing.recoveryWindowMs : seen.sinceMs;
  const clamp = (ms: number) => Math.min(nowMs, Math.max(earliestMs, ms));
  const madeAt = whenMade(to, seen, told);
  if (madeAt.length > 0) {
    if (to === 'Down') return clamp(Math.max(...madeAt, seen.lastDownMs));
    const first = to === 'Degraded' || (to === 'Recovered' && minInstances <= 1);
    return clamp(first ? Math.min(...madeAt) : Math.max(...madeAt));
  }
  if (to === 'Down' && shortMs !== null) {
    const isTooLong = (ms: number) => observedMs(shortMs, ms, seen.gaps) >= timing.downAfterMs;
    return clamp(firstMs(shortMs, nowMs, isTooLong));
  }
  if (lasts) return clamp(earliestMs);
  return clamp(told.length > 0 ? Math.max(...told.map(({ atMs }) => atMs)) : nowMs);
}

/** When instances came to be what makes the service so; a recovery of this outage rather than of one before it. */
function whenMade(to: string, seen: ServiceSeen, told: readonly Told[]): number[] {
  const makers = to === 'Recovered' ? ['Recovered', 'Healthy'] : [to];
  const all = told.filter((change) => makers.includes(change.to)).map(({ atMs }) => atMs);
  const ofThisOutage = to === 'Recovered' ? all.filter((ms) => ms > seen.sinceMs) : [];
  return ofThisOutage.length > 0 ? ofThisOutage : all;
}

/** Whether the changes show that all were Down since the status that the service still has. */
function hiddenDown(seen: ServiceSeen, told: readonly Told[]): number | null {
  if (seen.status === 'Down') return null;
  let lastDownMs = seen.lastDownMs;
  for (const { from, fromSinceMs, to, atMs, tally } of told) {
    if (to === 'Down') lastDownMs = Math.max(lastDownMs, atMs);
    const before = { ...tally, [to]: (tally[to] ?? 0) - 1, Down: (tally['Down'] ?? 0) + 1 };
    const ended = from === 'Down' && ['Healthy', 'Recovered'].includes(to) && areAllDown(before);
    const began = to === 'Down' && areAllDown(tally);
    const ms = began ? lastDownMs : ended ? fromSinceMs : null;
    if (ms !== null && ms > seen.sinceMs) return ms;
  }
  return null;
}

/** Whether the changes show that enough was heard since the Down that the service still has. */
function hiddenRecovery(
  seen: ServiceSeen,
  { minInstances }: ServiceRule,
  told: readonly Told[],
): Step | null {
  if (seen.status !== 'Down') return null;
  const isEnough = ({ to, tally }: Told) =>
    ['Healthy', 'Recovered'].includes(to) && alive(tally) >= minInstances;
  const heard = told.filter((one) => one.atMs > seen.sinceMs && isEnough(one));
  return heard[0] === undefined ? null : { to: 'Recovered', atMs: heard[0].atMs };
}
