import { unwellSince } from '../domain/health.ts';
import {
  afterStep,
  type InstanceState,
  type InstanceStep,
  judgeInstance,
  lingerMs,
  nextCheckAt,
} from '../domain/judge-instance.ts';
import type { ServiceName, ServiceRules } from '../domain/policy.ts';
import { findReplacement, type Newcomer } from '../domain/replacement.ts';
import { untilCommitted } from './concurrency/until-committed.ts';
import type { Checks, CheckView, InstanceView } from './ports/instances.ts';
import type { Meter } from './ports/observability.ts';

/** What follows a check: another check later, or none, because the instance is gone or another check took over. */
export type CheckOutcome = { kind: 'again'; generation: number; delayMs: number } | { kind: 'over' };

export type CheckInstance = (instanceId: string, generation: number) => Promise<CheckOutcome>;

/** How often a check starts again when heartbeats make its read stale; then it is done later. */
const attempts = 20;

/** What one read showed, and what this check has written since. */
interface Known extends CheckView {
  instance: InstanceView;
  /** Null: it was not read. */
  newcomers: Newcomer[] | null;
  /** Whether the timer is already set as this check needs it. */
  isArmed: boolean;
}

/** How one decision ended: with a change, with a stale read, or with no change. */
type Judged = { kind: 'stepped'; known: Known } | { kind: 'stale' } | CheckOutcome;

/**
 * Step 2, at the deadline. Decides the status of one instance from one atomic read and commits one change at a time, each
 * only if nothing but its own changes was written since the read. If no change is due, it sets the timer to the next deadline.
 */
export function createCheckInstance(parts: {
  checks: Checks;
  rulesOf: (name: ServiceName, registrantIntervalMs?: number) => ServiceRules;
  meter: Meter;
  blindAfterMs: () => number;
}): CheckInstance {
  const { checks, meter } = parts;

  return async function checkInstance(instanceId, generation) {
    let known: Known | null = null;
    return untilCommitted<CheckOutcome>(
      attempts,
      async () => {
        known ??= await look(instanceId);
        if (known?.instance.generation !== generation) return { kind: 'over' };
        const judged = await judgeOnce(known);
        known = judged.kind === 'stepped' ? judged.known : null;
        return judged.kind === 'stepped' || judged.kind === 'stale' ? 'again' : judged;
      },
      () => ({ kind: 'again', generation, delayMs: 1000 }),
    );
  };

  async function look(instanceId: string): Promise<Known | null> {
    const { instance, ...view } = await checks.read(instanceId);
    return instance && { ...view, instance, newcomers: null, isArmed: false };
  }

  async function judgeOnce(known: Known): Promise<Judged> {
    const { nowMs, instance } = known;
    const { timing, unhealthyBeats } = parts.rulesOf(
      instance.description,
      instance.description.registrantIntervalMs ?? undefined,
    );
    const blind = nowMs - known.tickAtMs > parts.blindAfterMs();
    const state = { ...instance.state, unwellSinceMs: unwellSince(instance.health, unhealthyBeats) };
    // While the monitor is blind, no status changes. The next check is when a change would be due if the blind time ended now.
    const decided = blind ? null : await decide(known, judgeInstance(state, timing, known.gaps, nowMs));
    const gaps = blind ? [...known.gaps, { fromMs: known.tickAtMs, toMs: nowMs }] : known.gaps;
    const after: InstanceState = decided === null ? state : afterStep(state, decided.step);
    const earliestMs = blind ? nowMs + parts.blindAfterMs() : nowMs;
    const nextCheckAtMs = Math.max(earliestMs, nextCheckAt(after, timing, gaps, nowMs));
    const expectedIntervalMs = timing.intervalMs;

    if (decided === null) {
      // Its own commit has already set the timer.
      const isArmed =
        known.isArmed ||
        (await checks.rearm(instance, nextCheckAtMs, expectedIntervalMs)).kind === 'committed';
      if (!isArmed) return { kind: 'stale' };
      return { kind: 'again', generation: instance.generation, delayMs: nextCheckAtMs - nowMs };
    }
    const { absorbed } = decided;
    const step = { view: instance, after, nextCheckAtMs, expectedIntervalMs, absorbed };
    if ((await checks.commit(step)).kind === 'stale') return { kind: 'stale' };
    meter.transition(after.status, nowMs - after.sinceMs, instance.description);
    if (after.status === 'Expired') return { kind: 'over' };
    // One change at a time: the next one is decided on what was read, and what was written since.
    const stepped = { ...instance, state: after, revision: instance.revision + 1, expectedIntervalMs };
    return { kind: 'stepped', known: { ...known, instance: stepped, isArmed: true } };
  }

  /** The change that is due, considering the other instances of the service: a replaced instance is not Down. */
  async function decide(
    known: Known,
    step: InstanceStep | null,
  ): Promise<{ step: InstanceStep; absorbed: Newcomer | null } | null> {
    const { nowMs } = known;
    const { state, serviceId } = known.instance;
    const isDown = step === null && state.status === 'Down';
    if (!isDown && step?.to !== 'Down') return step === null ? null : { step, absorbed: null };
    known.newcomers ??= await checks.newcomers(serviceId, state.silentSinceMs);
    const absorbed = findReplacement(state.silentSinceMs, known.newcomers);
    if (absorbed !== null) return { step: { to: 'Replaced', atMs: step?.atMs ?? nowMs }, absorbed };
    if (step !== null) return { step, absorbed: null };
    const expiresAtMs = state.sinceMs + lingerMs;
    if (nowMs < expiresAtMs || !(await checks.hasAliveSibling(serviceId))) return null;
    return { step: { to: 'Expired', atMs: expiresAtMs }, absorbed: null };
  }
}
