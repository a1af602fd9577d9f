import type { CheckWakeUps, DueChecks } from '../actors/ports/wake-ups.ts';

/**
 * Gives every instance the wake-up that its timer asks for, as after a restore or by the first worker of this version:
 * the sweep would find them too, but as repairs, and late.
 */
export async function armChecks(
  all: AsyncIterable<DueChecks>,
  { checkQueue, onProgress }: { checkQueue: CheckWakeUps; onProgress: (armed: number) => void },
): Promise<number> {
  let armed = 0;
  for await (const { nowMs, due } of all) {
    await checkQueue.arm(nowMs, due);
    armed += due.length;
    onProgress(armed);
  }
  return armed;
}
