import { setTimeout as wait } from 'node:timers/promises';

/** Repeats a task with a pause between its end and its next start; `stop` resolves when none is running any more. */
export function every(
  pauseMs: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await task().catch(onError);
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
