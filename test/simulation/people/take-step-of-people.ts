import type { Simulation } from '../simulation.ts';
import { start } from '../start-process.ts';
import type { Step } from '../steps.ts';

export type StepOfPeople = Extract<Step, { do: 'host' } | { do: 'acknowledge' }>;

export async function takeStepOfPeople(simulation: Simulation, step: StepOfPeople): Promise<void> {
  if (step.do === 'host') return turnHost(simulation, step);
  return acknowledge(simulation, step.pick);
}

/** A host that dies takes all with it, and all of that comes back with it. */
function turnHost(simulation: Simulation, { host, up }: { host: string; up: boolean }): void {
  for (const client of simulation.clients) {
    if (client.host !== host || client.isAlive === up) continue;
    if (up) start(simulation, client);
    else client.isAlive = false;
  }
}

async function acknowledge({ store, api, isApiUp }: Simulation, pick: number): Promise<void> {
  const open = (await store.all()).incidents.filter(({ state }) => state !== 'resolved');
  const incident = open[pick % Math.max(1, open.length)];
  if (incident === undefined || !isApiUp) return;
  await api.actOnIncident?.(incident.incidentId, { kind: 'acknowledge', by: 'ann', note: null });
}
