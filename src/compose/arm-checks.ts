import type { CheckQueue, Checks } from '../actors/ports/ports.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { dueChecks } from '../store/instances/due-checks.ts';
import type { Partitions } from '../store/partition.ts';

/**
 * Gives every instance the wake-up that its timer asks for, as after a restore: queues are in no backup. The sweep
 * would find them too, but as repairs, and some hundred at a time.
 */
export async function armChecks(
  client: RedisClient,
  partitions: Partitions,
  parts: { checks: Checks; checkQueue: CheckQueue; onProgress: (armed: number) => void },
): Promise<number> {
  let armed = 0;
  for (const keys of partitions.all) {
    for await (const some of dueChecks(client, keys)) {
      const generations = await Promise.all(some.map((due) => parts.checks.newGeneration(due.instanceId)));
      const checks = some.flatMap(({ instanceId, dueInMs }, i) => {
        const generation = generations[i];
        return generation == null ? [] : [{ instanceId, generation, delayMs: dueInMs }];
      });
      if (checks.length > 0) await parts.checkQueue.arm(checks);
      armed += checks.length;
      parts.onProgress(armed);
    }
  }
  return armed;
}
