import type { UsedChannels } from '../../actors/ports/nodes.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** The facts of a channel that stand in the hash of channels, each as `<fact>:<channel>`. */
const channelFacts = [
  ...['sent', 'failing', 'dead', 'delay', 'error', 'template'],
  ...['tested', 'test-failed', 'test-error', 'proved'],
];

/** The list of channels that were ever delivered to, in the first partition, and their records in all. */
export function createUsedChannels(client: RedisClient, partitions: Partitions): UsedChannels {
  const { usedChannels } = partitions.at(0);
  return {
    async note(channelIds) {
      if (channelIds.length > 0) await client.sadd(usedChannels, ...channelIds);
    },
    all: () => client.smembers(usedChannels),
    async forget(channelId) {
      const fields = channelFacts.map((what) => `${what}:${channelId}`);
      await Promise.all(partitions.all.map((keys) => client.hdel(keys.channels, ...fields)));
      const { circuits, storm, folded } = partitions.at(0);
      const ofChannel = (await client.hkeys(circuits)).filter((field) => field.startsWith(`${channelId}/`));
      if (ofChannel.length > 0) await client.hdel(circuits, ...ofChannel);
      await client.del(storm(channelId), folded(channelId));
      await client.srem(usedChannels, channelId);
    },
  };
}
