import { type Config, loadConfig } from '../config.ts';
import type { Terminal } from './terminal.ts';

/** The configuration, or null after every error in it was printed and the exit code set. */
export function requireConfig(terminal: Terminal): Config | null {
  const outcome = loadConfig();
  if (outcome.kind === 'valid') return outcome.config;
  const count = outcome.errors.length;
  terminal.err(`The configuration has ${count === 1 ? 'an error' : `${count} errors`}:\n`);
  for (const error of outcome.errors) terminal.err(`  - ${error}\n`);
  terminal.exit(2);
  return null;
}
