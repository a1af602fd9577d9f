import { afterStep, nextCheckAt } from '../../domain/judge-instance.ts';
import type { RulesOf } from '../../domain/policy.ts';
import { isLiving } from '../../domain/status.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { Checks } from '../ports/instances.ts';
import type { Meter } from '../ports/observability.ts';
import type { CheckWakeUps } from '../ports/wake-ups.ts';

export type StopInstance = (
  instanceId: string,
) => Promise<{ kind: 'stopped' } | { kind: 'unknown-instance' }>;

const attempts = 20;

/** Deregisters an instance: it was stopped on purpose, which is no outage. A second request changes nothing. */
export function createStopInstance(parts: {
  checks: Checks;
  checkQueue: CheckWakeUps;
  rulesOf: RulesOf;
  meter: Meter;
}): StopInstance {
  return async function stopInstance(instanceId) {
    return untilCommitted<Awaited<ReturnType<StopInstance>>>(
      attempts,
      async () => {
        const { instance, nowMs, gaps } = await parts.checks.read(instanceId);
        if (instance === null) return { kind: 'unknown-instance' };
        if (!isLiving(instance.state.status)) return { kind: 'stopped' };
        const { timing } = parts.rulesOf(instance.description);
        const after = afterStep(instance.state, { to: 'Stopped', atMs: nowMs });
        const nextCheckAtMs = nextCheckAt(after, timing, gaps, nowMs);
        const { kind } = await parts.checks.commit({
          view: instance,
          after,
          nextCheckAtMs,
          expectedIntervalMs: instance.expectedIntervalMs,
          absorbed: null,
        });
        if (kind === 'stale') return 'again';
        void parts.checkQueue.arm(nowMs, [{ instanceId, dueAtMs: nextCheckAtMs }]);
        parts.meter.transition('Stopped', 0, instance.description);
        return { kind: 'stopped' };
      },
      contention('an instance beats faster than it can be stopped'),
    );
  };
}
