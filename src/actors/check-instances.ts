import { unwellSince } from '../domain/health.ts';
import { judgeInstance } from '../domain/judge-instance.ts';
import { isBlind, nextLookAt } from '../domain/next-look.ts';
import type { RulesOf } from '../domain/policy.ts';
import type { CheckInstance } from './check-instance.ts';
import { createEachOf } from './concurrency/each-of.ts';
import type { Failures } from './ports/failures.ts';
import type { CheckLeases, DueLease, LeasedInstance, Rest } from './ports/leases.ts';
import type { CheckWakeUps } from './ports/wake-ups.ts';

/** Checks all that is due in a partition; resolves to the monitor's clock at the last look. */
export type CheckInstances = (partition: number, late?: Late) => Promise<number>;

/** Who wants only what is late by so long, and hears how many were found before they are checked. */
export interface Late {
  byMs: number;
  found(count: number): Promise<void>;
}

/**
 * Step 2, at the deadline. What is due is leased some hundred at a time, with all that judging needs. Nearly all were
 * heard in time: they are judged here, and their timers are set to their next deadlines in one call. Of whom there may
 * be something to say is checked one by one.
 */
export function createCheckInstances(parts: {
  checks: CheckLeases;
  checkInstance: CheckInstance;
  checkQueue: CheckWakeUps;
  rulesOf: RulesOf;
  failures: Failures;
  blindAfterMs: () => number;
}): CheckInstances {
  const { checks, blindAfterMs } = parts;
  const eachOf = createEachOf(parts.failures);

  return async function checkInstances(partition, late) {
    for (;;) {
      const lease = await checks.lease(partition, late?.byMs ?? 0);
      const found = lease.instances.length + lease.gone.length;
      if (found > 0) await late?.found(found);
      await checkLeased(partition, lease);
      if (!lease.isFull) return lease.nowMs;
    }
  };

  async function checkLeased(partition: number, lease: DueLease): Promise<void> {
    const rests: Rest[] = [];
    const others = [...lease.gone];
    for (const instance of lease.instances) {
      const nextCheckAtMs = restsUntil(instance, lease);
      if (nextCheckAtMs === null) others.push(instance.instanceId);
      else rests.push({ instance, nextCheckAtMs });
    }
    if (rests.length > 0) {
      others.push(...(await checks.rearm(partition, lease.untilMs, rests)));
      const due = rests.map(({ instance, nextCheckAtMs }) => ({
        instanceId: instance.instanceId,
        dueAtMs: nextCheckAtMs,
      }));
      await parts.checkQueue.arm(lease.nowMs, due);
    }
    await eachOf('instance', others, parts.checkInstance);
  }

  /** Null: there may be something to say, or something cannot be judged; then it fails alone. */
  function restsUntil(instance: LeasedInstance, lease: DueLease): number | null {
    try {
      return judge(instance, lease);
    } catch {
      return null;
    }
  }

  function judge(instance: LeasedInstance, lease: DueLease): number | null {
    const { name, registrantIntervalMs, expectedIntervalMs, health } = instance;
    const { timing, unhealthyBeats } = parts.rulesOf(name, registrantIntervalMs ?? undefined);
    if (expectedIntervalMs !== timing.intervalMs) return null;
    const state = { ...instance.state, unwellSinceMs: unwellSince(health, unhealthyBeats) };
    const gaps = lease.gaps.filter((gap) => gap.toMs > state.silentSinceMs);
    if (!isBlind(lease, blindAfterMs())) {
      // A newcomer may have taken its place.
      if (state.status === 'Down' || judgeInstance(state, timing, gaps, lease.nowMs) !== null) return null;
    }
    return nextLookAt(state, timing, { ...lease, gaps }, blindAfterMs());
  }
}
