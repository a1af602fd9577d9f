import type { Config } from '../config/configuration.ts';
import { loadConfig } from '../config.ts';
import { logLine } from './log-line.ts';
import type { Terminal } from './terminal.ts';

/**
 * The configuration (what is `given` goes before the environment), or null after every error in it was printed, for
 * people or as a line of a log, and the exit code set.
 */
export function requireConfig(
  terminal: Terminal,
  given: Record<string, string> = {},
  { isLogged }: { isLogged: boolean } = { isLogged: false },
): Config | null {
  const outcome = loadConfig(undefined, given);
  for (const warning of outcome.warnings)
    terminal.err(isLogged ? logLine('warn', {}, warning) : `Warning: ${warning}.\n`);
  if (outcome.kind === 'valid') return outcome.config;
  const { errors } = outcome;
  const head = `The configuration has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}`;
  const text = [`${head}:`, ...errors.map((error) => `  - ${error}`), ''].join('\n');
  terminal.err(isLogged ? logLine('fatal', { errors }, head) : text);
  terminal.exit(2);
  return null;
}
