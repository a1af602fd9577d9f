import { randomUUID } from 'node:crypto';
import type { StoredChannels } from '../../actors/ports/stored-channels.ts';
import type { StoredChannel } from '../../domain/stored-channel.ts';
import { type Command, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** The channels that were made over the API, in the first partition, where a backup takes them as they are: sealed. */
export function createStoredChannels(client: RedisClient, partitions: Partitions): StoredChannels {
  const { storedChannels, storedChannelsRevision } = partitions.at(0);
  return {
    revision: async () => (await client.get(storedChannelsRevision)) ?? '',

    async all() {
      const texts = await client.hvals(storedChannels);
      const channels = texts.map((text) => JSON.parse(text) as StoredChannel);
      return channels.sort((a, b) => a.createdAtMs - b.createdAtMs || (a.channelId < b.channelId ? -1 : 1));
    },

    async read(channelId) {
      const text = (await client.hget(storedChannels, channelId)) ?? '';
      return { channelId, channel: text === '' ? null : (JSON.parse(text) as StoredChannel), text };
    },

    commit({ channelId, text }, after) {
      const change: Command =
        after === null
          ? ['HDEL', storedChannels, channelId]
          : ['HSET', storedChannels, channelId, JSON.stringify(after)];
      return commit(
        client,
        [{ command: ['HGET', storedChannels, channelId], expected: text }],
        [change, ['SET', storedChannelsRevision, randomUUID()]],
      );
    },
  };
}
