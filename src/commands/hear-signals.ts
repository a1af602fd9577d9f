import { setTimeout as wait } from 'node:timers/promises';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** A Ctrl-C that comes between our end and that of npm would be npm's death, so we end when no more are pressed. */
const pressedAgainMs = 200;
const longestPressedMs = 2_000;

/** A terminal and npm send each Ctrl-C both, and people press it more than once: for so long it is one and the same wish. */
const oneWishMs = 2_000;

/** From now on a signal ends nothing by itself, and a terminal that was closed is no reason to fail. */
export function hearSignals(hear: {
  /** The first signal. */
  onStop: (signal: NodeJS.Signals) => void;
  /** Each signal more than two seconds after the first; left out: what comes after the first changes nothing. */
  onRepeat?: (signal: NodeJS.Signals) => void;
  /** SIGHUP, for a program that has no terminal which could be closed; left out: it stops like the others. */
  onHangUp?: (() => void) | undefined;
}): {
  /** For when all is done: resolves when nobody presses Ctrl-C any more, and then the process may end. */
  calm: () => Promise<void>;
} {
  let stoppedAtMs: number | null = null;
  let pressedAtMs = Number.NEGATIVE_INFINITY;
  let isDone = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && hear.onHangUp !== undefined) return hear.onHangUp();
      const nowMs = performance.now();
      if (signal === 'SIGINT') pressedAtMs = nowMs;
      if (stoppedAtMs === null) {
        stoppedAtMs = nowMs;
        hear.onStop(signal);
      } else if (nowMs - stoppedAtMs > oneWishMs && !isDone) hear.onRepeat?.(signal);
    });
  }
  // A terminal that was closed takes no more text; that is no reason to end with an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return {
    async calm() {
      isDone = true;
      const latestMs = performance.now() + longestPressedMs;
      while (performance.now() < Math.min(pressedAtMs + pressedAgainMs, latestMs)) await wait(20);
    },
  };
}
