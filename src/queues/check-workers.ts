import { type ConnectionOptions, DelayedError, type Job, Worker } from 'bullmq';
import type { CheckInstance } from '../actors/check-instance.ts';
import type { Log } from '../actors/ports/observability.ts';
import { checkJobId, checkQueueName } from './check-queue.ts';
import { closeWorker, workerOptions } from './worker-options.ts';

/** The minimum delay of a check that must wait: BullMQ's clock is not the one that counts. */
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

/**
 * Runs `check-instance` jobs, with one worker for each partition. A check moves its own job to the next deadline instead
 * of adding another one: each instance has one job until it is removed.
 */
export function startCheckWorkers(parts: {
  connection: ConnectionOptions;
  tags: readonly string[];
  checkInstance: CheckInstance;
  log: Log;
}): CheckWorkers {
  const busyAtMs = parts.tags.map(() => performance.now());
  const replaced: Promise<void>[] = [];

  const open = (tag: string, partition: number): Worker => {
    const process = async (job: Job, token?: string): Promise<void> => {
      busyAtMs[partition] = performance.now();
      const check = checkJobId.read(job.id);
      if (check === null) return;
      const outcome = await parts.checkInstance(check.instanceId, check.generation);
      if (outcome.kind === 'over') return;
      await job.moveToDelayed(Date.now() + Math.max(shortestWaitMs, Math.ceil(outcome.delayMs)), token);
      throw new DelayedError();
    };
    const worker = new Worker(checkQueueName, process, workerOptions(parts.connection, tag, 200));
    worker.on('error', (error) => parts.log.warn({ error, queue: checkQueueName }, 'check queue error'));
    worker.on('failed', (job, error) =>
      parts.log.error({ error, job: job?.id }, 'check failed; the sweep will retry it'),
    );
    return worker;
  };
  const workers = parts.tags.map(open);

  return {
    idleMs: (partition) => performance.now() - (busyAtMs[partition] ?? 0),
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
