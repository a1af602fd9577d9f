import type { Config } from '../config.ts';
import { connect, type RedisClient, whenReady } from '../store/client/connect.ts';
import {
  privateServerOwner,
  privateSocket,
  startPrivateServer,
} from '../store/private-server/start-private-server.ts';

/**
 * Runs a command with a connection to Redis: the one of `REDIS_URL`, of the private Redis of a running monitor, or of one
 * that is started for the command and stopped after it. When Redis cannot be reached it throws, and does not wait.
 */
export async function withRedis<T>(config: Config, use: (client: RedisClient) => Promise<T>): Promise<T> {
  const isRunning = privateServerOwner(config.dataDir) !== null;
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
    await whenReady(client);
    return await use(client);
  } catch (error) {
    throw failure === null ? error : new Error('Redis cannot be reached', { cause: failure });
  } finally {
    client.disconnect();
    await privateServer?.stop();
  }
}
