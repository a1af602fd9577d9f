import type { Nodes } from '../../actors/ports/nodes.ts';
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
export function createNodes(client: RedisClient, partitions: Partitions, self: NodeSettings): Nodes {
  const key = partitions.at(0).nodes;
  const { read } = createNodeReadings(client, partitions);
  return {
    read,
    async show() {
      const { nowMs, nodes } = await read();
      const before = nodes.find((node) => node.nodeId === self.nodeId);
      const known: KnownNode = { ...self, sinceMs: before?.sinceMs ?? nowMs, shownAtMs: nowMs };
      const gone = nodes.filter((node) => nowMs - node.shownAtMs > keptMs).map((node) => node.nodeId);
      await client.hset(key, self.nodeId, JSON.stringify(known));
      await client.pexpire(key, keptMs);
      if (gone.length > 0) await client.hdel(key, ...gone);
    },
  };
}
