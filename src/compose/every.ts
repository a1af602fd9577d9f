import { setTimeout as wait } from 'node:timers/promises';
import { withTimeout } from '../with-timeout.ts';

/** How long a stop waits for a task: one that hangs on a Redis that is away would keep the node from ending. */
const timeoutMs = 2_000;

/**
 * Repeats a task with a pause between its end and its next start, which may depend on what it found; `stop` resolves when
 * none is running any more.
 */
export function every(
  pauseMs: number | (() => number),
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await task().catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
      });
      await wait(typeof pauseMs === 'number' ? pauseMs : pauseMs(), undefined, {
        signal: stopping.signal,
      }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await withTimeout(loop, timeoutMs, () => undefined);
    },
  };
}
