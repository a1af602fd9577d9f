import type { Worker } from 'bullmq';

/**
 * Stops a worker: it takes no more jobs and finishes those it has. BullMQ waits for them without end, so after
 * `patienceMs` they are let go; another worker gets them when their locks run out.
 */
export async function closeWorker(worker: Worker, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'late');
  });
  const closing = worker.close().then(() => 'closed' as const);
  const first = await Promise.race([closing, patience]);
  clearTimeout(timer);
  if (first === 'late') await worker.close(true);
}
