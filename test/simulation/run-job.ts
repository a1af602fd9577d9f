import type { WorkerProcess } from './simulated-processes.ts';
import { type CheckJob, type DeliveryJob, SimulatedQueue } from './simulated-queue.ts';
import type { Simulation } from './simulation.ts';

/** When a job whose worker is gone is another's. */
const stalledAfterMs = 5_000;
const shortestWaitMs = 20;

/** Runs a job as the worker of its queue does: one whose bucket has not ended moves to its end. */
export async function runCheck(simulation: Simulation, worker: WorkerProcess, job: CheckJob): Promise<void> {
  const { queue, elapsedMs } = simulation;
  job.dueMs = elapsedMs + stalledAfterMs;
  await simulation.attempt(worker, 'check', async () => {
    const leftMs = (job.endMs ?? 0) - (await worker.checkInstances(0));
    if (leftMs <= 0) queue.checks.delete(job.jobId);
    else job.dueMs = elapsedMs + Math.max(shortestWaitMs, leftMs);
  });
}

/** One whose attempt was made arms the next and ends. */
export async function runDelivery(
  simulation: Simulation,
  worker: WorkerProcess,
  job: DeliveryJob,
): Promise<void> {
  const { queue, elapsedMs } = simulation;
  job.dueMs = elapsedMs + stalledAfterMs;
  await simulation.attempt(worker, 'delivery', async () => {
    const outcome = await worker.deliverNotification(job.notificationId);
    if (outcome.kind === 'later') {
      const delayMs = Math.max(shortestWaitMs, Math.ceil(outcome.delayMs));
      job.dueMs = elapsedMs + delayMs;
      if (outcome.attempts === job.attempts) return;
      await queue.deliveryQueue.arm([{ ...job, attempts: outcome.attempts, delayMs }]);
    }
    queue.deliveries.delete(SimulatedQueue.deliveryId(job));
  });
}
