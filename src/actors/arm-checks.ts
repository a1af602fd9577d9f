import type { Checks } from './ports/instances.ts';
import type { Check, DueCheck, WakeUps } from './ports/wake-ups.ts';

/**
 * Gives every instance the wake-up that its timer asks for, as after a restore: queues are in no backup. The sweep
 * would find them too, but would count them as repairs, some hundred at a time.
 */
export async function armChecks(
  due: AsyncIterable<DueCheck[]>,
  parts: { checks: Checks; checkQueue: WakeUps<Check>; onProgress: (armed: number) => void },
): Promise<number> {
  let armed = 0;
  for await (const some of due) {
    const generations = await Promise.all(some.map((one) => parts.checks.newGeneration(one.instanceId)));
    const checks = some.flatMap(({ instanceId, dueInMs }, i) => {
      const generation = generations[i];
      return generation == null ? [] : [{ instanceId, generation, delayMs: dueInMs }];
    });
    if (checks.length > 0) await parts.checkQueue.arm(checks);
    armed += checks.length;
    parts.onProgress(armed);
  }
  return armed;
}
