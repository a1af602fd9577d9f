import { randomUUID } from 'node:crypto';
import type { ConnectionOptions } from 'bullmq';
import type { CheckWakeUps } from '../actors/ports/wake-ups.ts';
import { ArmedBuckets, type Bucket } from './armed-buckets.ts';
import { openWakeUps, type WakeUpFaults, type WakeUpJobs } from './open-wake-ups.ts';

/** The queue of one partition is `<tag>:check-instances`; its jobs are named after what they do. */
export const checkQueueName = 'check-instances';

export type CheckQueue = CheckWakeUps & Pick<WakeUpJobs<Bucket>, 'counts' | 'close'>;

/**
 * Wakes checks as delayed `check-instances` jobs, one a bucket. `tags` are the partitions' hash tags, in order;
 * `onArm` is called before buckets are armed.
 */
export function openCheckQueue(
  connection: ConnectionOptions,
  tags: readonly string[],
  faults: WakeUpFaults,
  onArm: () => void = () => undefined,
): CheckQueue {
  const armed = new ArmedBuckets(tags.length);
  const jobs = openWakeUps<Bucket>(
    connection,
    {
      ...{ queueName: checkQueueName, jobName: checkQueueName, eventsKept: 1000 },
      tags: new Map(tags.entries()),
      queueOf: ({ partition }) => partition,
      jobIdOf: checkJobId.write,
      dataOf: () => null,
    },
    faults,
  );
  return {
    async arm(nowMs, due) {
      const buckets = armed
        .toArm(nowMs, due)
        .map((bucket) => ({ ...bucket, delayMs: bucket.endMs === null ? 0 : bucket.endMs - nowMs }));
      if (buckets.length === 0) return;
      onArm();
      for (const bucket of await jobs.add(buckets)) armed.forget(bucket);
    },
    counts: jobs.counts,
    close: jobs.close,
  };
}

/**
 * `bucket-<end>`: whoever arms a bucket, and however often, it is one job. What is due already has a job of its own: one
 * that runs has asked the timers before, and BullMQ would drop another of the same id without a word.
 */
export const checkJobId = {
  write: ({ endMs }: Bucket): string => (endMs === null ? `now-${randomUUID()}` : `bucket-${endMs}`),

  /** When the bucket ends; 0: it has ended. */
  endOf: (jobId: string | undefined): number => Number(/^bucket-(\d+)$/.exec(jobId ?? '')?.[1] ?? 0),
} as const;
