import { createSecretKeys } from '../channels/stored/secret-keys.ts';
import { inUse } from '../compose/in-use.ts';
import type { UsedChannel } from '../compose/used-channel.ts';
import type { Config } from '../config/configuration.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { createPartitions } from '../store/partition.ts';
import { createStoredChannels } from '../store/stored-channels/stored-channels.ts';

/** The channels that a monitor with these settings uses: those of monitor.yaml, and those of the API, as Redis has them. */
export async function readUsedChannels(client: RedisClient, config: Config): Promise<UsedChannel[]> {
  const stored = await createStoredChannels(client, createPartitions(config.partitions)).all();
  return inUse(config, stored, createSecretKeys(config.secretKeys.map((key) => Buffer.from(key, 'base64'))));
}
