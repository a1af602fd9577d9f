import { resolve } from 'node:path';
import type { Config } from '../config/configuration.ts';
import { connect, type RedisClient, whenReady } from '../store/client/connect.ts';
import { holdsData } from '../store/private-server/holds-data.ts';
import {
  privateServerOwner,
  privateSocket,
  startPrivateServer,
} from '../store/private-server/start-private-server.ts';
import { withTimeout } from '../with-timeout.ts';

export interface WithRedisOptions {
  /** Whether it may make a data directory where there is none yet. */
  mayBegin?: boolean;
}

/** The command was run in another directory than the monitor: nothing is made there. */
export class NothingStartedError extends Error {
  override readonly name = 'NothingStartedError';

  constructor(dataDir: string) {
    super(`no monitor was ever started in ${resolve(dataDir)} (MONITOR_DATA_DIR)`);
  }
}

/** A server that is frozen takes a connection, and says nothing on it. */
const answersWithinMs = 10_000;

/**
 * Runs a command with a connection to Redis: the one of `REDIS_URL`, of the private Redis of a running monitor, or of one
 * that is started for the command and stopped after it. When Redis cannot be reached it throws, and does not wait.
 */
export async function withRedis<T>(
  config: Config,
  use: (client: RedisClient) => Promise<T>,
  { mayBegin = false }: WithRedisOptions = {},
): Promise<T> {
  const isRunning = privateServerOwner(config.dataDir) !== null;
  if (config.redisUrl === null && !isRunning && !mayBegin && !holdsData(config.dataDir)) {
    throw new NothingStartedError(config.dataDir);
  }
  const privateServer =
    config.redisUrl === null && !isRunning
      ? await startPrivateServer(config.dataDir, { memoryBytes: config.redisMemoryBytes })
      : null;
  const url = config.redisUrl ?? privateServer?.url ?? `unix://${privateSocket(config.dataDir)}`;
  let failure: Error | null = null;
  const client = connect(url, 'blocking', (error) => {
    failure ??= error;
    client.disconnect();
  });
  try {
    // The servers of a cluster are known only then.
    await withTimeout(whenReady(client), answersWithinMs, () => {
      throw new Error(
        `Redis does not answer within ${answersWithinMs / 1000} s. Look whether its process is stopped or busy, and run the command again.`,
      );
    });
    return await use(client);
  } catch (error) {
    throw failure === null ? error : unreachable(failure, config);
  } finally {
    client.disconnect();
    await privateServer?.stop();
  }
}

/** With the address and the reason, as the system gives them; a password is not among them. */
function unreachable(failure: Error, { redisUrl }: Config): Error {
  const setting = redisUrl === null ? '' : ' Is it the one of REDIS_URL, and does it run?';
  return new Error(`Redis cannot be reached: ${failure.message || failure.name}.${setting}`, {
    cause: failure,
  });
}
