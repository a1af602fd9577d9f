import type { ChannelTests } from '../../actors/ports/nodes.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import type { Partitions } from '../partition.ts';

/** When a test of each channel went out last, beside what its messages leave. */
export function createChannelTests(client: RedisClient, partitions: Partitions): ChannelTests {
  const { channels, clock } = partitions.at(0);
  return {
    async passed(channelId) {
      const { nowMs } = await readHash(client, channels, clock);
      await client.hset(channels, `tested:${channelId}`, nowMs);
    },
  };
}
