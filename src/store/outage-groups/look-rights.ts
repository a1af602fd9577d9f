import type { LookRights } from '../../actors/ports/outage-groups.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import type { Partitions } from '../partition.ts';

/** Not more often: in a storm each look finds more at once. */
const lookEveryMs = 250;

/** A worker that dies in a look keeps others from looking for so long at most. */
const longestLookMs = 3_000;

/** Looks take a fifth of the time at most. */
const restShare = 5;

/** Looks leave their marks in the first partition. */
export function createLookRights(client: RedisClient, partitions: Partitions): LookRights {
  const keys = partitions.at(0);
  return {
    async lookedAtMs() {
      return Number((await client.get(keys.groupLook)) ?? 0);
    },

    async take() {
      const taken = await client.set(keys.groupLookLease, 'looking', 'PX', longestLookMs, 'NX');
      return taken === 'OK' ? readClock(client, keys) : null;
    },

    async finished(beganAtMs) {
      const tookMs = (await readClock(client, keys)) - beganAtMs;
      const restMs = Math.max(1, lookEveryMs - tookMs, restShare * tookMs - tookMs);
      await client.set(keys.groupLook, beganAtMs);
      await client.set(keys.groupLookLease, 'resting', 'PX', restMs);
    },
  };
}
