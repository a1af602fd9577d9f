import type { UsedChannels } from '../../actors/ports/nodes.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** The list of channels that were ever delivered to, in the first partition, and their records in all. */
export function createUsedChannels(client: RedisClient, partitions: Partitions): UsedChannels {
  const { usedChannels } = partitions.at(0);
  return {
    async note(channelIds) {
      if (channelIds.length > 0) await client.sadd(usedChannels, ...channelIds);
    },
    all: () => client.smembers(usedChannels),
    async forget(channelId) {
      const fields = ['sent', 'failing', 'dead', 'tested'].map((what) => `${what}:${channelId}`);
      await Promise.all(partitions.all.map((keys) => client.hdel(keys.channels, ...fields)));
      const { storm, folded } = partitions.at(0);
      await client.del(storm(channelId), folded(channelId));
      await client.srem(usedChannels, channelId);
    },
  };
}
