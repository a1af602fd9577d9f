import { runCheck, runDelivery } from './run-job.ts';
import type { SimulatedQueue } from './simulated-queue.ts';
import type { Simulation } from './simulation.ts';
import type { Step } from './steps.ts';

type Disturbance = Extract<Step, { of: keyof Pick<SimulatedQueue, 'checks' | 'deliveries'> }>;

/** What BullMQ may do to jobs: wake all of them late or one, lose it, run it twice, or run another before it. */
export async function disturbQueue(simulation: Simulation, step: Disturbance): Promise<void> {
  const { queue } = simulation;
  const ms = Math.round(step.periods * simulation.rules.timing.intervalMs);
  simulation.disturbances++;
  if (step.do === 'slow queue') {
    queue.latenessMs[step.of] = ms;
    return;
  }
  const jobs = [...queue[step.of]];
  const [jobId, job] = jobs[step.pick % Math.max(1, jobs.length)] ?? [];
  const [, other] = jobs[(step.pick + 1) % Math.max(1, jobs.length)] ?? [];
  if (jobId === undefined || job === undefined || other === undefined) return;
  switch (step.do) {
    case 'lose job':
      queue[step.of].delete(jobId);
      return;
    case 'delay job':
      job.dueMs += ms;
      return;
    case 'swap jobs':
      [job.dueMs, other.dueMs] = [other.dueMs, job.dueMs];
      return;
    case 'double job':
      // A worker whose lock ran out goes on, and so does the one that was given the job next.
      for (let time = 0; time < 2; time++) {
        const worker = simulation.nextWorker();
        if ('endMs' in job) await runCheck(simulation, worker, job);
        else await runDelivery(simulation, worker, job);
      }
      return;
    default:
      return step.do satisfies never;
  }
}
