import type { Nodes } from '../../actors/ports/nodes.ts';
import type { KnownNode } from '../../domain/node-settings.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import type { Partitions } from '../partition.ts';

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
