import { createHash } from 'node:crypto';
import type { SeenCallbacks } from '../../actors/ports/callbacks.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import type { Partitions } from '../partition.ts';

/** Longer than any signature is good, before and after its time. */
const keptMs = 15 * 60_000;

/** What providers sent back lately, so that nobody can send it once more. */
export function createSeenCallbacks(client: RedisClient, partitions: Partitions): SeenCallbacks {
  const keys = partitions.at(0);
  const keyOf = (channelId: string, seal: string) =>
    keys.callback(createHash('sha256').update(`${channelId} ${seal}`).digest('base64url'));
  return {
    now: () => readClock(client, keys),
    async isFirst(channelId, seal) {
      return (await client.set(keyOf(channelId, seal), '1', 'PX', keptMs, 'NX')) === 'OK';
    },
    async forget(channelId, seal) {
      await client.del(keyOf(channelId, seal));
    },
  };
}
