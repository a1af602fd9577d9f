import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../actors/ports/observability.ts';
import { StoreUnavailable } from '../actors/ports/store-errors.ts';

const pauseMs = 500;

/**
 * Does `work`, again and again while Redis is away or takes no writes; `onWait` hears why. Any other error, or the
 * order to stop, ends it.
 */
export async function untilRedisServes<T>(
  work: () => Promise<T>,
  { onWait, stopping, log }: { onWait: (reason: string) => void; stopping: AbortSignal; log: Log },
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (stopping.aborted || !(error instanceof StoreUnavailable)) throw error;
      onWait(error.reason);
      log.warn({ error }, 'Redis cannot be used; this node answers 503 and retries');
      await wait(pauseMs, undefined, { signal: stopping });
    }
  }
}
