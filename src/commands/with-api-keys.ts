import type { ApiKeys } from '../actors/ports-of-keys.ts';
import type { Config } from '../config.ts';
import { createApiKeys } from '../store/api-keys.ts';
import { connect } from '../store/connect.ts';
import { embeddedOwner, embeddedSocket, startEmbeddedRedis } from '../store/embedded.ts';

/**
 * Lends the key store to a command: that of `REDIS_URL`, of the private Redis of a monitor that runs, or of one that
 * is started for as long as the command lasts.
 */
export async function withApiKeys<T>(config: Config, use: (apiKeys: ApiKeys) => Promise<T>): Promise<T> {
  const isRunning = embeddedOwner(config.dataDir) !== null;
  const embedded = config.redisUrl === null && !isRunning ? await startEmbeddedRedis(config.dataDir) : null;
  const url = config.redisUrl ?? embedded?.url ?? `unix://${embeddedSocket(config.dataDir)}`;
  let failure: Error | null = null;
  const client = connect(url, 'patient', (error) => {
    failure ??= error;
    client.disconnect();
  });
  try {
    return await use(createApiKeys(client));
  } catch (error) {
    throw failure === null ? error : new Error('Redis cannot be reached', { cause: failure });
  } finally {
    client.disconnect();
    await embedded?.stop();
  }
}
