import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';

const script = loadScript('look-at-timers');

/** `none`: there is no timer at all, as at rest. */
export type FoundTimers = 'due' | 'later' | 'none';

/** Whether a sweep of a partition could find anything; late or not is for the sweep to say. */
export async function lookAtTimers(client: RedisClient, keys: PartitionKeys): Promise<FoundTimers> {
  const { clock, timer, serviceTimer, deliveries } = keys;
  return (await script.run(client, [clock, timer, serviceTimer, deliveries], [])) as FoundTimers;
}
