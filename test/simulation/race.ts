import { runCheck, runDelivery } from './run-job.ts';
import { type Client, deregister, register } from './simulated-fleet.ts';
import type { CheckJob } from './simulated-queue.ts';
import type { Simulation } from './simulation.ts';
import type { Step } from './steps.ts';

type Racer = Extract<Step, { do: 'race' }>['roles'][number];

/** How far the work of the workers is done before they race: so far that there is something to race for. */
const stages: Racer[] = ['service', 'incident', 'delivery'];

/** Time passes without workers; then two actors do the same, or something about the same, at the same time. */
export async function race(
  simulation: Simulation,
  client: Client,
  step: Extract<Step, { do: 'race' }>,
): Promise<void> {
  const [first, second] = step.roles;
  const wereUp = simulation.areWorkersUp;
  simulation.areWorkersUp = false;
  await simulation.passTime(Math.round(step.periods * simulation.rules.timing.intervalMs));
  const stage = Math.max(stages.indexOf(first), stages.indexOf(second));
  if (stage >= 0) await simulation.sweep(simulation.nextWorker());
  if (stage >= 1) await simulation.relay(simulation.nextWorker(), 'roll-up-service');
  if (stage >= 2) await simulation.relay(simulation.nextWorker(), 'plan-notifications');
  const actors = [runnerOf(simulation, client, first, 0), runnerOf(simulation, client, second, 1)];
  await simulation.gate.interleave(actors, step.picks);
  simulation.areWorkersUp = wereUp;
  simulation.hasNewEvents = true;
}

function runnerOf(simulation: Simulation, client: Client, role: Racer, at: 0 | 1): () => Promise<unknown> {
  const worker = simulation.workers[at];
  if (worker === undefined) throw new Error(`there is no worker ${at}`);
  switch (role) {
    case 'check': {
      const job = dueCheck(simulation);
      return job === undefined ? nothing : () => runCheck(simulation, worker, job);
    }
    case 'service':
      return () => simulation.relay(worker, 'roll-up-service', at === 1);
    case 'incident':
      return () => simulation.relay(worker, 'plan-notifications', at === 1);
    case 'delivery': {
      const [job] = simulation.queue.deliveries.values();
      return job === undefined ? nothing : () => runDelivery(simulation, worker, job);
    }
    case 'tend':
      return () => simulation.tend(worker);
    case 'sweep':
      return () => simulation.sweep(worker);
    case 'beat':
    case 'last beat':
    case 'register':
    case 'stop':
      return callerOf(simulation, client, role);
    default:
      return role satisfies never;
  }
}

const nothing = async () => undefined;

function callerOf(
  simulation: Simulation,
  client: Client,
  role: 'beat' | 'last beat' | 'register' | 'stop',
): () => Promise<unknown> {
  const { instanceId, isAlive } = client;
  if (!simulation.isApiUp || !isAlive || instanceId === null) return nothing;
  if (role === 'last beat') simulation.store.dieBeforeWaking();
  if (role !== 'register' && role !== 'stop')
    return () => simulation.api.receive({ instanceId, metadata: null });
  if (role === 'register') return () => register(simulation, client);
  client.isAlive = false;
  return () => deregister(simulation, client);
}

/** The last wake-up whose time has come. */
function dueCheck({ queue, elapsedMs }: Simulation): CheckJob | undefined {
  return [...queue.checks.values()].findLast(({ dueMs }) => dueMs <= elapsedMs);
}
