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
import { synthetic } from '../domain/synthetic-outage.ts';
import type { Checks, CheckView, InstanceView } from './ports/instances.ts';
import type { Meter } from './ports/observability.ts';
import { untilCommitted } from './until-committed.ts';

/** What follows a check: look again in a while, or never, because the instance is gone or another check took over. */
export type CheckOutcome = { kind: 'again'; generation: number; delayMs: number } | { kind: 'over' };

export type CheckInstance = (instanceId: string, generation: number) => Promise<CheckOutcome>;

/** How often a check starts over when heartbeats outrun it; then it comes back later. */
const attempts = 20;

/**
 * Step 2, at the deadline. The instance judges itself from one atomic read and commits one step at a time, each only
 * if nothing happened since the read. Nothing to say: the timer is set to the next deadline.
 */
export function createCheckInstance(parts: {
  checks: Checks;
  rulesOf: (name: ServiceName, registrantIntervalMs?: number) => ServiceRules;
  meter: Meter;
  blindAfterMs: number;
}): CheckInstance {
  const { checks, meter } = parts;

  return async function checkInstance(instanceId, generation) {
    return untilCommitted<CheckOutcome>(
      attempts,
      async () => {
        const check = await checks.read(instanceId);
        const { instance } = check;
        if (instance === null || instance.generation !== generation) return { kind: 'over' };
        return judgeOnce(check, instance);
      },
      () => ({ kind: 'again', generation, delayMs: 1000 }),
    );
  };

  async function judgeOnce(check: CheckView, instance: InstanceView): Promise<CheckOutcome | 'again'> {
    const { nowMs, gaps } = check;
    const { timing, unhealthyBeats } = parts.rulesOf(
      instance.description,
      instance.description.registrantIntervalMs ?? undefined,
    );
    const blind = nowMs - check.tickAtMs > parts.blindAfterMs;
    const state = { ...instance.state, unwellSinceMs: unwellSince(instance.health, unhealthyBeats) };
    // While we cannot hear, nothing is judged; what could be due if we heard again now is when to look again.
    const decided = blind ? null : await decide(instance, judgeInstance(state, timing, gaps, nowMs), nowMs);
    const known = blind ? [...gaps, { fromMs: check.tickAtMs, toMs: nowMs }] : gaps;
    const after: InstanceState = decided === null ? state : afterStep(state, decided.step);
    const earliestMs = blind ? nowMs + parts.blindAfterMs : nowMs;
    const nextCheckAtMs = Math.max(earliestMs, nextCheckAt(after, timing, known, nowMs));
    const expectedIntervalMs = timing.intervalMs;

    if (decided === null) {
      const { kind } = await checks.rearm(instance, nextCheckAtMs, expectedIntervalMs);
      if (kind === 'stale') return 'again';
      return { kind: 'again', generation: instance.generation, delayMs: nextCheckAtMs - nowMs };
    }
    const { absorbed } = decided;
    const { kind } = await checks.commit({
      view: instance,
      after,
      nextCheckAtMs,
      expectedIntervalMs,
      absorbed,
    });
    if (kind === 'committed' && !synthetic.isIn(instance.description)) {
      meter.transition(after.status, nowMs - after.sinceMs);
    }
    // One step at a time: what comes after it is judged anew.
    return after.status === 'Expired' && kind === 'committed' ? { kind: 'over' } : 'again';
  }

  /** The step that the rules demand, after a look at the siblings: who is replaced is not Down. */
  async function decide(
    { state, serviceId }: InstanceView,
    step: InstanceStep | null,
    nowMs: number,
  ): Promise<{ step: InstanceStep; absorbed: Newcomer | null } | null> {
    const isDown = step === null && state.status === 'Down';
    if (!isDown && step?.to !== 'Down') return step === null ? null : { step, absorbed: null };
    const newcomers = await checks.newcomers(serviceId, state.silentSinceMs);
    const absorbed = findReplacement(state.silentSinceMs, newcomers);
    if (absorbed !== null) return { step: { to: 'Replaced', atMs: step?.atMs ?? nowMs }, absorbed };
    if (step !== null) return { step, absorbed: null };
    const expiresAtMs = state.sinceMs + lingerMs;
    if (nowMs < expiresAtMs || !(await checks.hasAliveSibling(serviceId))) return null;
    return { step: { to: 'Expired', atMs: expiresAtMs }, absorbed: null };
  }
}
