import type { Logger } from './logger.ts';

const name = '[service-monitor]';

/** Warnings and errors to the console; nothing else, so a healthy application prints nothing of ours. */
export const defaultLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message) => console.warn(`${name} ${message}`),
  error: (message) => console.error(`${name} ${message}`),
};
