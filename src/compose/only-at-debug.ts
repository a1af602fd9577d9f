import type { Log } from '../actors/ports/observability.ts';

/** For what is news at any start but the first: it is logged as debug instead of info. */
export function onlyAtDebug(log: Log): Log {
  return {
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    info: (fields, message) => log.debug?.(fields, message),
  };
}
