import type { ChannelTests } from '../../actors/ports/nodes.ts';
import { commit, Now } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** When a test of each channel went out last, beside what its messages leave. */
export function createChannelTests(client: RedisClient, partitions: Partitions): ChannelTests {
  const keys = partitions.at(0);
  return {
    async passed(channelId) {
      await commit(client, [], [['HSET', keys.channels, `tested:${channelId}`, new Now(keys)]]);
    },
  };
}
