import type { OutageGroup } from '../../../src/domain/failure-domains/outage-group.ts';
import type { Incident } from '../../../src/domain/incident.ts';
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

/** One incident; or all that are open of a group, if there is one and the pick is odd. */
async function acknowledge({ store, api, isApiUp, people }: Simulation, pick: number): Promise<void> {
  const all = (await store.all()).incidents.filter(({ state }) => state !== 'resolved');
  const groups = ((await people?.allGroups()) ?? []).filter(({ group }) => group.endedAtMs === null);
  const group = pick % 2 === 1 ? groups[pick % Math.max(1, groups.length)]?.group : undefined;
  const one = all[pick % Math.max(1, all.length)];
  const meant = group === undefined ? [one] : all.filter((incident) => isPart(group, incident));
  if (!isApiUp) return;
  for (const incident of meant) {
    if (incident === undefined) continue;
    await api.actOnIncident?.(incident.incidentId, { kind: 'acknowledge', by: 'ann', note: null });
  }
}

function isPart({ incidents }: OutageGroup, { incidentId, state }: Incident): boolean {
  return state === 'open' && incidents.some((one) => one.incidentId === incidentId);
}
