import type { CheckInstance } from './check-instance.ts';
import type { Checks } from './ports/instances.ts';
import type { Check, WakeUps } from './ports/wake-ups.ts';

export type JudgeAnew = (instanceId: string) => Promise<void>;

/** Checks an instance now and adds a new wake-up. An existing wake-up becomes stale and will do nothing. */
export function createJudgeAnew(parts: {
  checks: Checks;
  checkInstance: CheckInstance;
  checkQueue: WakeUps<Check>;
}): JudgeAnew {
  return async function judgeAnew(instanceId) {
    const generation = await parts.checks.newGeneration(instanceId);
    if (generation === null) return;
    const outcome = await parts.checkInstance(instanceId, generation);
    if (outcome.kind === 'over') return;
    await parts.checkQueue.arm([{ instanceId, generation, delayMs: outcome.delayMs }]);
  };
}
