import type { ConnectionOptions, Worker, WorkerOptions } from 'bullmq';
import { withTimeout } from '../with-timeout.ts';

/**
 * What every worker of ours runs with. The stalled counter of a job counts its whole life, so it must not kill a job
 * that lives for months; finished jobs go at once, and that is said here because said in each job it would double the
 * job's size; a lost connection is retried within a second instead of fifteen.
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
 * `timeoutMs` they are let go; another worker gets them when their locks run out. They are waited for by `pause`
 * because a `close` that has begun cannot be hurried any more.
 */
export async function closeWorker(worker: Worker, timeoutMs: number): Promise<void> {
  const isLate = await withTimeout(
    worker.pause().then(() => false),
    timeoutMs,
    () => true,
  );
  await worker.close(isLate);
}
