import { runCheck, runDelivery } from './run-job.ts';
import { act, beat } from './simulated-fleet.ts';
import type { Simulation } from './simulation.ts';

/** The first thing that happens by itself. */
export function nextDue(simulation: Simulation): { atMs: number; what: string; run(): Promise<unknown> } {
  const due: { atMs: number; what: string; run(): Promise<unknown> }[] = [];
  if (simulation.isApiUp) due.push({ atMs: simulation.tickMs, what: 'tick', run: () => simulation.tick() });
  const under = simulation.tickUnderWay;
  if (under !== null) due.push({ atMs: under.atMs, what: 'late tick', run: () => simulation.arrive(under) });
  for (const stray of simulation.strays) {
    const run = async () => {
      simulation.strays = simulation.strays.filter((one) => one !== stray);
      if (simulation.isApiUp) await beat(simulation, stray.instanceId, 0);
    };
    due.push({ atMs: stray.atMs, what: 'late heartbeat', run });
  }
  for (const client of simulation.clients)
    if (client.isAlive)
      due.push({ atMs: client.nextActMs, what: 'client', run: () => act(simulation, client) });
  if (simulation.areWorkersUp) {
    due.push({ atMs: simulation.orphansMs, what: 'orphans', run: () => simulation.takeOver() });
    for (const job of simulation.queue.checks.values())
      due.push({
        atMs: job.dueMs,
        what: 'check',
        run: () => runCheck(simulation, simulation.nextWorker(), job),
      });
    for (const job of simulation.queue.deliveries.values())
      due.push({
        atMs: job.dueMs,
        what: 'delivery',
        run: () => runDelivery(simulation, simulation.nextWorker(), job),
      });
    if (simulation.rules.people !== undefined)
      due.push({
        atMs: simulation.tendMs,
        what: 'tend',
        run: () => simulation.tend(simulation.nextWorker()),
      });
    due.push({
      atMs: simulation.sweepMs,
      what: 'sweep',
      run: () => simulation.sweep(simulation.nextWorker()),
    });
  }
  const never = { atMs: Number.POSITIVE_INFINITY, what: 'nothing', run: async () => undefined };
  return due.reduce((first, one) => (one.atMs < first.atMs ? one : first), never);
}
