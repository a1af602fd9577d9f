import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../actors/ports/observability.ts';
import { isGone } from './is-gone.ts';

/** After a server that did not start, or one that still answers though its process is gone. */
const pauseMs = 2_000;

/**
 * Starts the private redis-server again when it has died under a monitor that runs. One that hangs, or loads its data,
 * is left alone: its socket still takes callers.
 */
export function watchServer(parts: {
  socket: string;
  /** Resolves when the process of the server has ended; rejects when the signal aborts. */
  exited: (signal: AbortSignal) => Promise<unknown>;
  launch: () => Promise<void>;
  log: Log | null;
}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function launchAgain(): Promise<void> {
    parts.log?.warn({}, 'the private redis-server has exited; restarting it');
    try {
      await parts.launch();
    } catch (error) {
      parts.log?.error({ error }, 'could not restart the private redis-server');
      await pause();
    }
  }

  const pause = () => wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  const loop = (async () => {
    while (!signal.aborted) {
      await parts.exited(signal).catch(() => undefined);
      if (signal.aborted) return;
      if (await isGone(parts.socket)) await launchAgain();
      else await pause();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
