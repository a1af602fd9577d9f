import { isThere, type LocationFilter } from '../../domain/instance-location.ts';
import type { RedisClient } from '../client/connect.ts';
import { shownIn } from '../instances/shown-description.ts';
import type { ReadingCost } from './reading-cost.ts';

/** So many are asked before it is known how much they say, and so many side by side at most. */
const first = 4;
const most = 100;

/**
 * Leaves out the instances that are elsewhere, as far as the cost of the call allows to ask; the rest is left in, and is
 * found out when it is read. `keyOf`: the hash of the instance at a position.
 */
export async function siftByLocation(
  client: RedisClient,
  positions: readonly string[],
  wanted: LocationFilter,
  { keyOf, cost }: { keyOf: (position: string) => string; cost: ReadingCost },
): Promise<string[]> {
  const kept: string[] = [];
  let asked = 0;
  let atOnce = first;
  while (asked < positions.length && cost.leftUs > 0) {
    const some = positions.slice(asked, asked + atOnce);
    const spentUs = cost.spentUs;
    const texts = await Promise.all(some.map((position) => client.hget(keyOf(position), 'description')));
    cost.add('instanceDescription', some.length);
    cost.add('kilobyte', texts.reduce((length, text) => length + (text?.length ?? 0), 0) / 1024);
    kept.push(...some.filter((_, i) => isThere(shownIn(texts[i] ?? null), wanted)));
    asked += some.length;
    const eachUs = Math.max(1, (cost.spentUs - spentUs) / some.length);
    atOnce = Math.max(1, Math.min(most, Math.floor(cost.leftUs / eachUs)));
  }
  return [...kept, ...positions.slice(asked)];
}
