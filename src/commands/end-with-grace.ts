import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** A Ctrl-C that comes between our end and that of npm would be npm's death, so we end when no more are pressed. */
const pressedAgainMs = 200;
const longestPressedMs = 2_000;

/**
 * Ends the process once it is told to: with 0 after `close`, with 1 after an error that nobody expected or when closing
 * takes longer than `graceMs`. A terminal and npm send each Ctrl-C both, and people press it more than once: what comes
 * after the first signal changes nothing.
 */
export function endWithGrace(parts: {
  log: Logger;
  graceMs: number;
  close: () => Promise<void>;
  exitNow: (code: number) => void;
}): void {
  const { log, graceMs, close, exitNow } = parts;
  let isEnding = false;
  let exitCode = 0;
  let pressedAtMs = Number.NEGATIVE_INFINITY;

  async function end(): Promise<void> {
    isEnding = true;
    setTimeout(() => {
      log.error({ graceMs }, 'closing took too long; what is left is given up');
      exitNow(1);
    }, graceMs).unref();
    try {
      await close();
    } catch (err) {
      log.error({ err }, 'closing failed');
      exitCode = 1;
    }
    const latestMs = performance.now() + longestPressedMs;
    while (performance.now() < Math.min(pressedAtMs + pressedAgainMs, latestMs)) await wait(20);
    exitNow(exitCode);
  }

  for (const signal of signals) {
    process.on(signal, () => {
      if (signal === 'SIGINT') pressedAtMs = performance.now();
      if (isEnding) return;
      log.info({ signal }, 'stopping');
      void end();
    });
  }
  const onError = (err: unknown) => {
    exitCode = 1;
    log.fatal({ err }, 'an error that nobody expected; this node stops');
    if (!isEnding) void end();
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  // A terminal that was closed takes no more text; that is no reason to end with an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
