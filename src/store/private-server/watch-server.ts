import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../actors/ports/observability.ts';
import { isGone } from './is-gone.ts';

const lookEveryMs = 250;
const pauseMs = 2_000;

/**
 * Starts the private redis-server again when it has died under a monitor that runs. One that hangs, or loads its data,
 * is left alone: its socket still takes callers.
 */
export function watchServer(parts: {
  socket: string;
  isRunning: () => boolean;
  launch: () => Promise<void>;
  log: Log | null;
}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number) =>
    wait(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);

  async function look(): Promise<void> {
    // Its process first: a call on its socket costs both sides something, four times a second.
    if (parts.isRunning() || !(await isGone(parts.socket)) || stopping.signal.aborted) return;
    parts.log?.warn({}, 'the private redis-server has exited; restarting it');
    try {
      await parts.launch();
    } catch (error) {
      parts.log?.error({ error }, 'could not restart the private redis-server');
      await pause(pauseMs);
    }
  }

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await pause(lookEveryMs);
      if (!stopping.signal.aborted) await look();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
