import { armChecks } from '../queues/arm-checks.ts';
import { removeOldCheckQueues } from '../queues/old-check-queues.ts';
import { dueChecks } from '../store/instances/due-checks.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

/** A node of the version before may still have added jobs of its own. */
const removeEveryMs = 60 * 60_000;

/**
 * Gives every timer its wake-up, once: the version before has set them without. What that version left in its queues
 * goes.
 */
export function armAtStart({ redis, partitions, checkQueue, log, closers }: Foundation): void {
  const tags = partitions.all.map((keys) => keys.tag);
  const onError = (error: unknown) =>
    log.warn({ error }, 'the jobs of the version before could not be removed; retrying in an hour');
  let isArmed = false;
  const arming = every(
    removeEveryMs,
    async () => {
      if (!isArmed)
        await armChecks(dueChecks(redis, partitions), { checkQueue, onProgress: () => undefined });
      isArmed = true;
      await removeOldCheckQueues(redis, tags, onError);
    },
    onError,
  );
  closers.add('arming at start', () => arming.stop());
}
