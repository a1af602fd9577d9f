import { disturbQueue } from './disturb-queue.ts';
import { type StepOfPeople, takeStepOfPeople } from './people/take-step-of-people.ts';
import { race } from './race.ts';
import { runCheck } from './run-job.ts';
import { beat, type Client, deregister } from './simulated-fleet.ts';
import type { Simulation } from './simulation.ts';
import { begin, isBeginning, start } from './start-process.ts';
import type { Step } from './steps.ts';

/** Does one step of a life; losing writes is done by who keeps the snapshots. */
export async function takeStep(
  simulation: Simulation,
  step: Exclude<Step, { do: 'lose writes' }>,
): Promise<void> {
  if (step.do === 'host' || step.do === 'acknowledge') return takeStepOfPeople(simulation, step);
  return takeOtherStep(simulation, step);
}

async function takeOtherStep(
  simulation: Simulation,
  step: Exclude<Step, { do: 'lose writes' } | StepOfPeople>,
): Promise<void> {
  const { intervalMs } = simulation.rules.timing;
  if ('client' in step && !('picks' in step) && !('beats' in step))
    return takeClientStep(simulation, clientOf(simulation, step.client), step);
  if ('of' in step) return disturbQueue(simulation, step);
  if ('service' in step) return takeServiceStep(simulation, step);
  switch (step.do) {
    case 'pass':
      return simulation.passTime(Math.round(step.periods * intervalMs));
    case 'api':
    case 'api slow':
      return takeApiStep(simulation, step);
    case 'workers':
      simulation.areWorkersUp = step.up;
      simulation.sweepMs = simulation.elapsedMs;
      return;
    case 'jump':
      return jump(simulation, Math.round(step.periods * intervalMs));
    case 'channel':
      simulation.outcomes.push(...step.outcomes);
      return;
    case 'crash':
      simulation.crashes.set(step.role, step.afterCalls);
      return;
    case 'race':
      return race(simulation, clientOf(simulation, step.client), step);
    case 'api in step':
      return flapInStep(simulation, clientOf(simulation, step.client), step.beats);
    default:
      return step satisfies never;
  }
}

async function takeServiceStep(
  simulation: Simulation,
  step: Extract<Step, { service: string }>,
): Promise<void> {
  if (step.do === 'flap') return flap(simulation, step.service, step.times);
  const { store, rules } = simulation;
  const ms = Math.round(step.periods * rules.timing.intervalMs);
  store.silences.untilMs.set(step.service, simulation.setClock() + ms);
}

async function takeApiStep(
  simulation: Simulation,
  step: Extract<Step, { up: boolean } | { do: 'api slow' }>,
): Promise<void> {
  if ('up' in step) return step.up ? apiReturns(simulation) : apiLeaves(simulation);
  simulation.slowMs = Math.round(step.periods * simulation.rules.timing.intervalMs);
}

type ClientStep = Exclude<Extract<Step, { client: number }>, { do: 'race' } | { do: 'api in step' }>;

async function takeClientStep(simulation: Simulation, client: Client, step: ClientStep): Promise<void> {
  const { instanceId } = client;
  if (isBeginning(step)) return begin(simulation, client, step);
  switch (step.do) {
    case 'die':
      client.isAlive = false;
      return;
    case 'stop':
      if (client.isAlive && simulation.isApiUp) await deregister(simulation, client);
      client.isAlive = false;
      return;
    case 'repeat beat':
      if (instanceId !== null && simulation.isApiUp) await beat(simulation, instanceId, 0);
      return;
    case 'wake early':
    case 'wake late':
      return wake(simulation, step.client, step.do === 'wake late');
    case 'lose beats':
      client.toLose += step.count;
      return;
    case 'delay beat':
      client.delayMs = Math.round(step.periods * simulation.rules.timing.intervalMs);
      return;
    default:
      return step satisfies never;
  }
}

function clientOf({ clients }: Simulation, index: number): Client {
  const client = clients[index];
  if (client === undefined) throw new Error(`there is no client ${index}`);
  return client;
}

function apiLeaves(simulation: Simulation): void {
  if (simulation.isApiUp) simulation.apiAwaySinceMs = simulation.elapsedMs;
  simulation.isApiUp = false;
  simulation.tickUnderWay = null;
}

function apiReturns(simulation: Simulation): void {
  if (simulation.isApiUp) return;
  simulation.isApiUp = true;
  simulation.tickMs = simulation.elapsedMs;
  const isShort = isBelowLedger(simulation, simulation.elapsedMs - simulation.apiAwaySinceMs);
  for (const client of simulation.clients) {
    if (isShort) client.missedMs.push(...client.refusedMs);
    client.refusedMs = [];
  }
}

/** So short a time that it may not stand in the blind ledger. */
export function isBelowLedger({ rules }: Simulation, ms: number): boolean {
  return ms < 2 * rules.blindAfterMs;
}

function jump(simulation: Simulation, ms: number): void {
  simulation.driftMs += ms;
  simulation.setClock();
  // Silence seems longer by a jump that is not seen to be one.
  if (ms > 0 && isBelowLedger(simulation, ms))
    for (const client of simulation.clients) client.missedMs.push(simulation.elapsedMs);
}

/** A wake-up before its time, or one that comes once more when its bucket is long over. */
async function wake(simulation: Simulation, at: number, isLate: boolean): Promise<void> {
  const jobs = [...simulation.queue.checks.values()];
  const early = jobs[at % Math.max(1, jobs.length)];
  const late = { jobId: 'late', endMs: null, dueMs: 0, isHeldBack: false };
  const job = isLate ? late : early;
  if (job !== undefined) await runCheck(simulation, simulation.nextWorker(), job);
}

/** A service whose processes all die, until one comes back, again and again. */
async function flap(simulation: Simulation, service: string, times: number): Promise<void> {
  const { downAfterMs, intervalMs, graceMs } = simulation.rules.timing;
  const mine = simulation.clients.filter((client) => client.serviceName === service);
  for (let time = 0; time < times; time++) {
    for (const client of mine) if (client.isAlive || client === mine[0]) start(simulation, client);
    await simulation.passTime(graceMs);
    for (const client of mine) client.isAlive = false;
    await simulation.passTime(downAfterMs + intervalMs);
  }
  for (const client of mine.slice(0, 2)) start(simulation, client);
  await simulation.passTime(graceMs);
}

/** The API goes away just before each heartbeat of a client, and stays away for long enough to be noticed. */
async function flapInStep(simulation: Simulation, client: Client, beats: number): Promise<void> {
  const { blindAfterMs, timing } = simulation.rules;
  for (let beat = 0; beat < beats; beat++) {
    if (!client.isAlive || !Number.isFinite(client.nextActMs)) return;
    const untilMs = client.nextActMs - simulation.elapsedMs;
    await simulation.passTime(Math.max(0, Math.min(untilMs - 1, 2 * timing.intervalMs)));
    apiLeaves(simulation);
    await simulation.passTime(2 * blindAfterMs);
    apiReturns(simulation);
  }
}
