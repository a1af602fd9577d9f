import { type Config, loadConfig } from '../config.ts';
import type { Terminal } from './terminal.ts';

/** The configuration (what is `given` goes before the environment), or null after every error in it was printed and the exit code set. */
export function requireConfig(terminal: Terminal, given: Record<string, string> = {}): Config | null {
  const outcome = loadConfig(undefined, given);
  if (outcome.kind === 'valid') return outcome.config;
  const count = outcome.errors.length;
  terminal.err(`The configuration has ${count === 1 ? 'an error' : `${count} errors`}:\n`);
  for (const error of outcome.errors) terminal.err(`  - ${error}\n`);
  terminal.exit(2);
  return null;
}
