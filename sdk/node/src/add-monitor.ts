import type { ConfigOutcome } from './config/resolve-config.ts';
import { resolveConfig } from './config/resolve-config.ts';
import { describeUnknownOptions } from './config/unknown-options.ts';
import { idleHandle } from './idle-handle.ts';
import { defaultLogger } from './log/default-logger.ts';
import { safeLogger } from './log/safe-logger.ts';
import { MonitorConfigError } from './monitor-config-error.ts';
import type { MonitorHandle } from './monitor-handle.ts';
import type { MonitorOptions } from './monitor-options.ts';
import { startMonitor } from './start-monitor.ts';

/**
 * Registers this process with the monitor and sends its heartbeats. Returns at once; never throws (but with `strict`
 * for a wrong configuration), never keeps the process alive.
 */
export function addMonitor(given?: MonitorOptions): MonitorHandle {
  // JavaScript may hand over null.
  const options = given ?? {};
  const log = safeLogger(options.logger ?? defaultLogger);
  const outcome = resolve(options);
  const unknown = outcome.kind === 'disabled' ? null : unknownIn(options);
  if (unknown !== null) log.warn(unknown);
  switch (outcome.kind) {
    case 'valid':
      return startMonitor(outcome.config, process.env, log);
    case 'disabled':
      return idleHandle('switched off');
    case 'invalid': {
      const error = new MonitorConfigError(outcome.errors);
      if (options.strict === true) throw error;
      log.error(`${error.message}. Nothing is sent.`);
      return idleHandle(error.message);
    }
    default:
      return outcome satisfies never;
  }
}

function resolve(options: MonitorOptions): ConfigOutcome {
  try {
    return resolveConfig({ ...options }, process.env);
  } catch (error) {
    return { kind: 'invalid', errors: [String(error)] };
  }
}

/** What cannot even be read is said as a wrong configuration. */
function unknownIn(options: MonitorOptions): string | null {
  try {
    return describeUnknownOptions({ ...options });
  } catch {
    return null;
  }
}
