import { unwellSince } from '../domain/health.ts';
import { afterStep, type InstanceState, type InstanceStep, judgeInstance } from '../domain/judge-instance.ts';
import { lateAtMs } from '../domain/late-at.ts';
import { isBlind, nextLookAt } from '../domain/next-look.ts';
import type { RulesOf } from '../domain/policy.ts';
import { replacedOrExpired } from '../domain/replaced-or-expired.ts';
import { type Newcomer, newcomerWindow, type Silent } from '../domain/replacement.ts';
import type { Timing } from '../domain/timing.ts';
import { untilCommitted } from './concurrency/until-committed.ts';
import type { Checks, CheckView, InstanceView } from './ports/instances.ts';
import type { Meter } from './ports/observability.ts';
import type { CheckWakeUps } from './ports/wake-ups.ts';

/** What follows a check: another one then, or none because the instance is gone. */
export type CheckOutcome =
  | { kind: 'again'; nowMs: number; nextCheckAtMs: number }
  | { kind: 'over' }
  /** Something happened to the instance at each look; its timer stands, and is due. */
  | { kind: 'outrun' };

export type CheckInstance = (instanceId: string) => Promise<CheckOutcome>;

/** How often a check starts over when heartbeats outrun it. */
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
 * The check of one instance, when there may be something to say of it. It judges itself from one atomic read and commits
 * one step at a time, each only if nothing happened since the read but its own steps. In the end the timer stands at the
 * next deadline.
 */
export function createCheckInstance(parts: {
  checks: Checks;
  checkQueue: CheckWakeUps;
  rulesOf: RulesOf;
  meter: Meter;
  blindAfterMs: () => number;
}): CheckInstance {
  const { checks, meter, blindAfterMs } = parts;

  return async function checkInstance(instanceId) {
    let known: Known | null = null;
    const outcome = await untilCommitted<CheckOutcome>(
      attempts,
      async () => {
        known ??= await look(instanceId);
        if (known === null) {
          await checks.forget(instanceId);
          return { kind: 'over' };
        }
        const judged = await judgeOnce(known);
        known = judged.kind === 'stepped' ? judged.known : null;
        return judged.kind === 'stepped' || judged.kind === 'stale' ? 'again' : judged;
      },
      () => ({ kind: 'outrun' }),
    );
    if (outcome.kind === 'again')
      await parts.checkQueue.arm(outcome.nowMs, [{ instanceId, dueAtMs: outcome.nextCheckAtMs }]);
    return outcome;
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
    const state = { ...instance.state, unwellSinceMs: unwellSince(instance.health, unhealthyBeats) };
    const decided = isBlind(known, blindAfterMs())
      ? null
      : await decide(known, timing, judgeInstance(state, timing, known.gaps, nowMs));
    const after: InstanceState = decided === null ? state : afterStep(state, decided.step);
    const nextCheckAtMs = nextLookAt(after, timing, known, blindAfterMs());
    const expectedIntervalMs = timing.intervalMs;

    if (decided === null) {
      // Its own commit has already set the timer.
      const isArmed =
        known.isArmed ||
        (await checks.rest(instance, nextCheckAtMs, expectedIntervalMs)).kind === 'committed';
      if (!isArmed) return { kind: 'stale' };
      return { kind: 'again', nowMs, nextCheckAtMs };
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
    timing: Timing,
    step: InstanceStep | null,
  ): Promise<{ step: InstanceStep; absorbed: Newcomer | null } | null> {
    const { nowMs } = known;
    const { state, serviceId } = known.instance;
    if (!replacedOrExpired.dependsOnSiblings(state, step)) return step && { step, absorbed: null };
    const silent = silentAs(known, timing);
    known.newcomers ??= await checks.newcomers(serviceId, newcomerWindow(silent));
    const replaced = replacedOrExpired.replaced(silent, step, known.newcomers, nowMs);
    if (replaced !== null) return replaced;
    if (step !== null) return { step, absorbed: null };
    if (!replacedOrExpired.isLongDown(state, nowMs)) return null;
    const expired = replacedOrExpired.expired(state, await checks.hasAliveSibling(serviceId));
    return expired && { step: expired, absorbed: null };
  }
}

function silentAs({ instance, gaps }: Known, timing: Timing): Silent {
  const { state, registeredAtMs, description } = instance;
  return {
    ...state,
    registeredAtMs,
    version: description.version,
    lateAtMs: lateAtMs(state, timing, gaps),
  };
}
