import type { ConnectionOptions, Worker, WorkerOptions } from 'bullmq';
import { withTimeout } from '../with-timeout.ts';

/**
 * The options of all workers. A job may exist for months, and its stalled counter is never reset, so that counter must not
 * end it. Finished jobs are removed at once; this is set here, because in each job it would double the job's size. A lost
 * connection is retried within a second instead of fifteen.
 */
export function workerOptions(
  connection: ConnectionOptions,
  prefix: string,
  concurrency: number,
): WorkerOptions {
  return {
    connection,
    prefix,
    concurrency,
    lockDuration: 5_000,
    stalledInterval: 2_500,
    maxStalledCount: 1_000_000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    runRetryDelay: 1_000,
  };
}

/**
 * Stops a worker: it takes no more jobs and finishes those it has. BullMQ waits for them without end, so after
 * `timeoutMs` they are given up; another worker gets them when their locks expire. `pause` is used for the wait, because a
 * `close` that has begun cannot be shortened.
 */
export async function closeWorker(worker: Worker, timeoutMs: number): Promise<void> {
  const isLate = await withTimeout(
    worker.pause().then(() => false),
    timeoutMs,
    () => true,
  );
  await worker.close(isLate);
}
