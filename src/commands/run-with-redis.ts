import type { Config } from '../config/configuration.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { UnusableDataDirError } from '../store/private-server/unusable-data-dir-error.ts';
import { requireConfig } from './require-config.ts';
import type { Terminal } from './terminal.ts';
import { NothingStartedError, type WithRedisOptions, withRedis } from './with-redis.ts';

/** Runs a command that speaks to Redis itself; what fails is said in a line, and the exit code is 1. `config`: instead of the one that must be valid. */
export async function runWithRedis(
  terminal: Terminal,
  use: (client: RedisClient, config: Config) => Promise<void>,
  { config: given, ...options }: WithRedisOptions & { config?: Config | undefined } = {},
): Promise<void> {
  const config = given ?? requireConfig(terminal);
  if (config === null) return;
  try {
    await withRedis(config, (client) => use(client, config), options);
  } catch (error) {
    terminal.err(`${error instanceof Error ? error.message : String(error)}\n`);
    const isOfConfig = error instanceof UnusableDataDirError || error instanceof NothingStartedError;
    terminal.exit(isOfConfig ? 2 : 1);
  }
}
