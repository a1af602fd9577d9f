import { type ConnectionOptions, DelayedError, type Job, Worker } from 'bullmq';
import type { CheckInstances } from '../actors/check-instances.ts';
import type { Log } from '../actors/ports/observability.ts';
import { checkJobId, checkQueueName } from './check-queue.ts';
import { closeWorker, workerOptions } from './worker-options.ts';

/** A bucket that must wait is never asked back sooner: BullMQ's clock is not the one that counts. */
const shortestWaitMs = 20;

/** How long a stopping node waits for its checks, which take milliseconds. */
const timeoutMs = 2_000;

export interface CheckWorkers {
  /** How long the worker of a partition has run no job; it may just have had none. */
  idleMs(partition: number): number;
  /** Replaces the worker of a partition: its waiting connection may get no answer without an error. */
  remake(partition: number): void;
  close(): Promise<void>;
}

/** Several, so that one bucket that takes long holds up no other. */
const atOnce = 4;

/** Runs `check-instances` jobs, one worker a partition. A bucket that has not ended by the monitor's clock waits for it. */
export function startCheckWorkers(parts: {
  connection: ConnectionOptions;
  tags: readonly string[];
  checkInstances: CheckInstances;
  log: Log;
}): CheckWorkers {
  const busyAtMs = parts.tags.map(() => performance.now());
  const running = parts.tags.map(() => 0);
  const replaced: Promise<void>[] = [];

  async function check(partition: number): Promise<number> {
    running[partition] = (running[partition] ?? 0) + 1;
    try {
      return await parts.checkInstances(partition);
    } finally {
      running[partition] = (running[partition] ?? 0) - 1;
      busyAtMs[partition] = performance.now();
    }
  }

  const open = (tag: string, partition: number): Worker => {
    const process = async (job: Job, token?: string): Promise<void> => {
      const leftMs = checkJobId.endOf(job.id) - (await check(partition));
      if (leftMs <= 0) return;
      await job.moveToDelayed(Date.now() + Math.max(shortestWaitMs, leftMs), token);
      throw new DelayedError();
    };
    const worker = new Worker(checkQueueName, process, workerOptions(parts.connection, tag, atOnce));
    worker.on('error', (error) => parts.log.warn({ error, queue: checkQueueName }, 'check queue error'));
    worker.on('failed', (job, error) =>
      parts.log.error({ error, job: job?.id }, 'checks failed; the sweep will retry them'),
    );
    return worker;
  };
  const workers = parts.tags.map(open);

  return {
    idleMs: (partition) =>
      (running[partition] ?? 0) > 0 ? 0 : performance.now() - (busyAtMs[partition] ?? 0),
    remake(partition) {
      const [worker, tag] = [workers[partition], parts.tags[partition]];
      if (worker === undefined || tag === undefined) return;
      // A worker that gets no answer may not close either; nothing waits for it before the node stops.
      replaced.push(
        closeWorker(worker, 1_000).catch((error: unknown) =>
          parts.log.warn({ error }, 'could not close a stalled worker'),
        ),
      );
      workers[partition] = open(tag, partition);
      busyAtMs[partition] = performance.now();
    },
    async close() {
      await Promise.all([...replaced, ...workers.map((worker) => closeWorker(worker, timeoutMs))]);
    },
  };
}
