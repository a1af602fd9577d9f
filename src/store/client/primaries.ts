import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './connect.ts';

/** The servers that hold the data: the primaries of a cluster, else the one there is. */
export function primariesOf(client: RedisClient): Redis[] {
  return client instanceof Cluster ? client.nodes('master') : [client];
}
