import { openCheckQueue } from '../../queues/check-queue.ts';
import { openDeliveryQueue } from '../../queues/delivery-queue.ts';
import type { RedisClient } from '../../store/client/connect.ts';
import { createPartitions } from '../../store/partition.ts';
import type { Finding } from './finding.ts';

/** What waits in the queues. How late it is say the timers: a job is only a wake-up. */
export async function countJobs(
  client: RedisClient,
  partitions: number,
  channelIds: readonly string[],
): Promise<Finding[]> {
  const noted = () => undefined;
  const faults = { onError: noted, onLost: noted };
  const tags = createPartitions(partitions).all.map((keys) => keys.tag);
  const queues = {
    check: openCheckQueue(client, tags, faults),
    deliver: openDeliveryQueue(client, channelIds, faults),
  };
  try {
    const all = Object.entries(queues).map(async ([name, queue]) => toFinding(name, await queue.counts()));
    return await Promise.all(all);
  } finally {
    await Promise.all(Object.values(queues).map((queue) => queue.close()));
  }
}

function toFinding(name: string, counts: Record<string, number>): Finding {
  const { wait = 0, active = 0, delayed = 0, failed = 0 } = counts;
  const found = `${wait} waiting, ${active} running, ${delayed} for later, ${failed} failed`;
  const isLate = wait > 10_000;
  const advice = isLate ? 'Start more workers.' : null;
  return { what: `Queue ${name}`, level: isLate ? 'act' : 'ok', found, advice };
}
