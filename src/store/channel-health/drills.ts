import type { Drill, Drills } from '../../actors/ports/drills.ts';
import { type Command, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import type { Partitions } from '../partition.ts';

/** In the first partition, where the proofs of all channels are. */
export function createDrills(client: RedisClient, partitions: Partitions): Drills {
  const keys = partitions.at(0);
  const now = () => readClock(client, keys);
  const proofOf = (channelId: string, by: string, how: string, atMs: number): Command => {
    const proof = JSON.stringify({ atMs, by, how });
    return ['HSET', keys.channels, `proved:${channelId}`, proof];
  };

  async function textOf(drillId: string): Promise<string> {
    return (await client.get(keys.drill(drillId))) ?? '';
  }

  return {
    now,

    async begin(drill) {
      const lastsMs = Math.max(1, drill.expiresAtMs - drill.sentAtMs);
      await commit(client, [], [['SET', keys.drill(drill.drillId), JSON.stringify(drill), 'PX', lastsMs]]);
    },

    async read(drillId) {
      const text = await textOf(drillId);
      return text === '' ? null : (JSON.parse(text) as Drill);
    },

    async confirm(drill, by) {
      const key = keys.drill(drill.drillId);
      const text = await textOf(drill.drillId);
      if (text === '' || (JSON.parse(text) as Drill).confirmed !== null) return { kind: 'stale' };
      const atMs = await now();
      const confirmed: Drill = { ...drill, confirmed: { by, atMs } };
      return commit(
        client,
        [{ command: ['GET', key], expected: text }],
        [['SET', key, JSON.stringify(confirmed), 'KEEPTTL'], proofOf(drill.channelId, by, 'drill', atMs)],
      );
    },

    async prove(channelId, by, how) {
      await commit(client, [], [proofOf(channelId, by, how, await now())]);
    },
  };
}
