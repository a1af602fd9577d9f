import type { Nodes } from '../actors/ports-of-nodes.ts';
import type { KnownNode } from '../domain/node-settings.ts';
import type { RedisClient } from './connect.ts';
import type { Partitions } from './partition.ts';
import { readHash } from './read-hash.ts';

/** Reads what nodes say of themselves, all in the first partition. */
export function createNodeReadings(client: RedisClient, partitions: Partitions): Pick<Nodes, 'read'> {
  const keys = partitions.at(0);
  return {
    async read() {
      const { nowMs, fields } = await readHash(client, keys.nodes, keys.clock);
      return { nowMs, nodes: Object.values(fields).map((text) => JSON.parse(text) as KnownNode) };
    },
  };
}
