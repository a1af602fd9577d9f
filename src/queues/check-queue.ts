import type { ConnectionOptions } from 'bullmq';
import type { Check } from '../actors/ports/wake-ups.ts';
import { partitionOf } from '../domain/ids.ts';
import { openWakeUps, type WakeUpFaults, type WakeUpJobs } from './open-wake-ups.ts';

/** The queue of one partition is `<tag>:check`; its jobs are named after what they do. */
export const checkQueueName = 'check';

/** Wakes checks as delayed `check-instance` jobs. `tags` are the partitions' hash tags, in order. */
export function openCheckQueue(
  connection: ConnectionOptions,
  tags: readonly string[],
  faults: WakeUpFaults,
): WakeUpJobs<Check> {
  return openWakeUps<Check>(
    connection,
    {
      ...{ queueName: checkQueueName, jobName: 'check-instance', eventsKept: 1000 },
      tags: new Map(tags.entries()),
      queueOf: ({ instanceId }) => partitionOf(instanceId, tags.length),
      jobIdOf: checkJobId.write,
      dataOf: () => null,
      replacedBy: ({ instanceId, generation, replaces }) =>
        replaces && generation > 1 ? checkJobId.write({ instanceId, generation: generation - 1 }) : null,
    },
    faults,
  );
}

/** `check-<uuid>-<generation>`: BullMQ ignores a job whose id exists already, so the id contains the generation. */
export const checkJobId = {
  write: ({ instanceId, generation }: Check): string => `check-${instanceId}-${generation}`,

  /** Null: it is of no check. */
  read(jobId: string | undefined): Check | null {
    const match = /^check-([0-9a-f-]{36})-(\d+)$/.exec(jobId ?? '');
    return match?.[1] && match[2] ? { instanceId: match[1], generation: Number(match[2]) } : null;
  },
} as const;
