import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';
import type { BackupCounts } from './backup-line.ts';

/** How much there is of what people know by name. */
export async function countStored(client: RedisClient, partitions: Partitions): Promise<BackupCounts> {
  const sum = async (keys: string[]) => {
    const counts = await Promise.all(keys.map((key) => client.zcard(key)));
    return counts.reduce((total, count) => total + count, 0);
  };
  const [services, instances, incidents, notifications, keys] = await Promise.all([
    sum(partitions.all.map((each) => each.serviceIndex)),
    // Every instance, whatever its status, has a timer.
    sum(partitions.all.map((each) => each.timer)),
    sum(partitions.all.map((each) => each.incidents)),
    sum(partitions.all.map((each) => each.notifications)),
    client.hlen(globalKeys.apiKeys),
  ]);
  return { services, instances, incidents, notifications, keys };
}
