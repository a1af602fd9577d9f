import type { Worker } from 'bullmq';

/**
 * Stops a worker: it takes no more jobs and finishes those it has. BullMQ waits for them without end, so after
 * `patienceMs` they are let go; another worker gets them when their locks run out. They are waited for by `pause`
 * because a `close` that has begun cannot be hurried any more.
 */
export async function closeWorker(worker: Worker, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'late');
  });
  const finished = worker.pause().then(() => 'finished' as const);
  const first = await Promise.race([finished, patience]);
  clearTimeout(timer);
  await worker.close(first === 'late');
}
