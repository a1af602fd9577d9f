import { type Footprint, isRecord } from '../stage/footprint.ts';

/** A key that comes and goes by itself, such as a lock, may be there by chance. */
const keysByChance = 2;
const connectionsByChance = 6;
/** Connections to receivers are kept for some seconds. */
const descriptorsByChance = 20;

/** Buffers, caches and the heap of Node settle late; what leaks for hours passes these. */
const redisBytesByChance = 1_000_000;
const nodeGrowth = 1.25;
const nodeBytesByChance = 40_000_000;

/** What has grown between two moments at which the same was watched; each string is a mistake. */
export function judgeGrowth(before: Footprint, after: Footprint): string[] {
  const grown = [...after.keys]
    .filter(([kind]) => !isRecord(kind))
    .map(([kind, count]) => ({ kind, count, was: before.keys.get(kind) ?? 0 }))
    .filter(({ kind, count, was }) => count > Math.max(was, bucketsByChance(kind, after)) + keysByChance)
    .map(({ kind, count, was }) => `Redis held ${was} keys ${kind}, then ${count}`);
  const figures: [what: string, was: number, is: number, most: number][] = [
    ['connections to Redis', before.connections, after.connections, before.connections + connectionsByChance],
    [
      'descriptors of the nodes',
      before.descriptors,
      after.descriptors,
      before.descriptors + descriptorsByChance,
    ],
    ['bytes in Redis', before.redisBytes, after.redisBytes, before.redisBytes + redisBytesByChance],
    [
      'bytes of the nodes',
      before.nodeBytes,
      after.nodeBytes,
      nodeGrowth * before.nodeBytes + nodeBytesByChance,
    ],
  ];
  const more = figures
    .filter(([, , is, most]) => is > most)
    .map(([what, was, is]) => `${what}: ${was}, then ${is}`);
  return [...grown, ...more];
}

/**
 * How many keys of a kind there may be at once although there were fewer: one job wakes all checks of 50 ms, so their
 * number is how chance spreads the heartbeats, and one for each instance at most.
 */
function bucketsByChance(kind: string, { keys }: Footprint): number {
  const [, tag] = /^(.*):check-instances:bucket#$/.exec(kind) ?? [];
  return tag === undefined ? 0 : (keys.get(`${tag}:i:*`) ?? 0);
}
