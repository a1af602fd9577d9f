import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';

const isDue = loadScript('is-due');

/** Whether a sweep of a partition could find anything at all; late or not is for the sweep to say. */
export async function isAnythingDue(client: RedisClient, keys: PartitionKeys): Promise<boolean> {
  const { clock, timer, serviceTimer, deliveries } = keys;
  return (await isDue.run(client, [clock, timer, serviceTimer, deliveries], [])) === 1;
}
