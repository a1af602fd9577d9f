import type { Logger } from './logger.ts';

/** The host's logger, called so that a fault in it stays out of the host's way. */
export function safeLogger(logger: Logger): Logger {
  const say = (level: keyof Logger) => (message: string) => {
    try {
      logger[level](message);
    } catch {
      // There is nobody left to tell.
    }
  };
  return { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
}
