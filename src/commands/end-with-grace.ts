import type { Logger } from 'pino';
import { hearSignals } from './hear-signals.ts';

/**
 * Ends the process once it is told to: with 0 after `close`, with 1 after an error that nobody expected or when closing
 * takes longer than `graceMs`. What comes after the first signal changes nothing.
 */
export function endWithGrace(parts: {
  log: Logger;
  /** SIGHUP, for a program that has no terminal; left out: it means that the terminal was closed, and the program ends. */
  onHangUp?: (() => void) | undefined;
  graceMs: number;
  close: () => Promise<void>;
  exitNow: (code: number) => void;
}): void {
  const { log, graceMs, close, exitNow } = parts;
  let isEnding = false;
  let exitCode = 0;

  const { calm } = hearSignals({
    onStop(signal) {
      if (isEnding) return;
      log.info({ signal }, 'stopping');
      void end();
    },
    onHangUp: parts.onHangUp,
  });

  async function end(): Promise<void> {
    isEnding = true;
    setTimeout(() => {
      log.error({ graceMs }, 'shutdown took too long; exiting now');
      exitNow(1);
    }, graceMs).unref();
    try {
      await close();
    } catch (err) {
      log.error({ err }, 'shutdown failed');
      exitCode = 1;
    }
    await calm();
    exitNow(exitCode);
  }

  const onError = (err: unknown) => {
    exitCode = 1;
    log.fatal({ err }, 'unexpected error; this node stops');
    if (!isEnding) void end();
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}
