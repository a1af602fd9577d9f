import type { ChannelTests } from '../../actors/ports/nodes.ts';
import { type Command, commit, Now } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/** When a test of each channel went out last, and whether one failed since, beside what its messages leave. */
export function createChannelTests(client: RedisClient, partitions: Partitions): ChannelTests {
  const keys = partitions.at(0);
  return {
    async passed(channelId) {
      const wentOut: Command = ['HSET', keys.channels, `tested:${channelId}`, new Now(keys)];
      const failure = [`test-failed:${channelId}`, `test-error:${channelId}`];
      await commit(client, [], [wentOut, ['HDEL', keys.channels, ...failure]]);
    },
    async failed(channelId, reason) {
      const at = [`test-failed:${channelId}`, new Now(keys)];
      const why = [`test-error:${channelId}`, reason];
      await commit(client, [], [['HSET', keys.channels, ...at, ...why]]);
    },
  };
}
