import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../actors/ports/ports.ts';
import { isUnavailable } from '../store/client/is-unavailable.ts';

const pauseMs = 500;

/** Why a Redis that answers is of no use yet, by the word with which it refuses. */
const refusals: Record<string, string> = {
  OOM: 'Redis is full and takes no writes',
  MISCONF: 'Redis cannot write to its disk and takes no writes',
  READONLY: 'Redis is a replica and takes no writes',
  NOREPLICAS: 'Redis misses replicas and takes no writes',
  LOADING: 'Redis loads its data',
};

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
      if (stopping.aborted || !(error instanceof Error) || !isUnavailable(error)) throw error;
      const reason = refusals[error.message.split(' ', 1)[0] ?? ''] ?? 'Redis does not answer';
      onWait(reason);
      log.warn({ error }, 'this node listens, and cannot start its work: Redis cannot be used');
      await wait(pauseMs, undefined, { signal: stopping });
    }
  }
}
