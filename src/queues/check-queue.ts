import { type ConnectionOptions, Queue } from 'bullmq';
import type { CheckQueue } from '../actors/ports/ports.ts';
import { partitionOf } from '../domain/ids.ts';

/** The queue of one partition is `<tag>:check`; its jobs are named after what they do. */
export const checkQueueName = 'check';
export const checkJobName = 'check-instance';

export interface CheckQueueAndCounts extends CheckQueue {
  /** How many jobs are in which state, in all partitions. */
  counts(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** Arms delayed `check-instance` jobs. `tags` are the partitions' hash tags, in order. */
export function openCheckQueue(
  connection: ConnectionOptions,
  tags: readonly string[],
  onError: (error: Error) => void,
): CheckQueueAndCounts {
  const queues = tags.map((prefix) => {
    const queue = new Queue(checkQueueName, { connection, prefix, streams: { events: { maxLen: 1000 } } });
    queue.on('error', onError);
    return queue;
  });
  return {
    async arm(checks) {
      const byQueue = Map.groupBy(checks, (check) => partitionOf(check.instanceId, tags.length));
      const adds = [...byQueue].map(async ([partition, group]) => {
        const queue = queues[partition];
        if (queue === undefined) return;
        await queue.addBulk(
          group.map(({ instanceId, generation, delayMs }) => ({
            name: checkJobName,
            data: null,
            // The generation stands in the id: an id whose job still exists would be dropped without a word.
            opts: { jobId: jobIdOf(instanceId, generation), delay: Math.max(0, Math.ceil(delayMs)) },
          })),
        );
        const stale = group.filter(({ replaces, generation }) => replaces && generation > 1);
        await Promise.all(
          stale.map(({ instanceId, generation }) => queue.remove(jobIdOf(instanceId, generation - 1))),
        );
      });
      await Promise.all(adds);
    },

    async has(instanceId, generation) {
      const queue = queues[partitionOf(instanceId, tags.length)];
      return (await queue?.getJob(jobIdOf(instanceId, generation))) !== undefined;
    },

    async counts() {
      const all = await Promise.all(
        queues.map((queue) => queue.getJobCounts('wait', 'active', 'delayed', 'failed')),
      );
      const sums: Record<string, number> = {};
      for (const counts of all) {
        for (const [state, count] of Object.entries(counts)) sums[state] = (sums[state] ?? 0) + count;
      }
      return sums;
    },

    async close() {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

function jobIdOf(instanceId: string, generation: number): string {
  return `check-${instanceId}-${generation}`;
}
