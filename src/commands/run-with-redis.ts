import type { Config } from '../config.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { UnusableDataDirError } from '../store/private-server/unusable-data-dir-error.ts';
import { requireConfig } from './require-config.ts';
import type { Terminal } from './terminal.ts';
import { withRedis } from './with-redis.ts';

/** Runs a command that speaks to Redis itself; what fails is said in a line, and the exit code is 1. */
export async function runWithRedis(
  terminal: Terminal,
  use: (client: RedisClient, config: Config) => Promise<void>,
): Promise<void> {
  const config = requireConfig(terminal);
  if (config === null) return;
  try {
    await withRedis(config, (client) => use(client, config));
  } catch (error) {
    terminal.err(`${error instanceof Error ? error.message : String(error)}\n`);
    terminal.exit(error instanceof UnusableDataDirError ? 2 : 1);
  }
}
