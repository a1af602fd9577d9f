import { isDeepStrictEqual } from 'node:util';
import type { Nodes } from '../../actors/ports/nodes.ts';
import { leastAhead } from '../../domain/least-ahead.ts';
import type { KnownNode, NodeSettings } from '../../domain/node-settings.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';
import { createNodeReadings } from './read-nodes.ts';

/** How long a node is remembered after it showed itself last. */
const keptMs = 10 * 60_000;

/**
 * What the nodes say of themselves, by one that says something too. It is nothing to keep: it goes with the last node,
 * and no backup holds it.
 */
export function createNodes(client: RedisClient, partitions: Partitions, self: () => NodeSettings): Nodes {
  const { nodes: key, clock } = partitions.at(0);
  const { read } = createNodeReadings(client, partitions);
  return {
    read,
    async show() {
      const own = self();
      const askedAtMs = Date.now();
      const { nowMs, nodes } = await read();
      const answeredAtMs = Date.now();
      // The monitor's clock runs ahead of that of Redis where that one was set back.
      const redisMs = nowMs - Number(await client.hget(clock, 'offset'));
      const before = nodes.find((node) => node.nodeId === own.nodeId);
      const isSame = isDeepStrictEqual([before?.values, before?.channelIds], [own.values, own.channelIds]);
      const known: KnownNode = {
        ...{ ...own, sinceMs: (isSame ? before?.sinceMs : null) ?? nowMs, shownAtMs: nowMs },
        // For people alone: nothing is decided by the clock of a node.
        clockAheadMs: leastAhead(askedAtMs, redisMs, answeredAtMs),
      };
      const gone = nodes.filter((node) => nowMs - node.shownAtMs > keptMs).map((node) => node.nodeId);
      await client.hset(key, own.nodeId, JSON.stringify(known));
      await client.pexpire(key, keptMs);
      if (gone.length > 0) await client.hdel(key, ...gone);
    },
  };
}
