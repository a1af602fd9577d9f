import { expect } from 'vitest';
import { keeper } from '../keeper.ts';
import { blindAfterMs, heal } from '../live-life.ts';
import type { SimulatedStore } from '../simulated-store.ts';
import { Simulation } from '../simulation.ts';
import type { Life } from '../steps.ts';
import { takeStep } from '../take-step.ts';
import { rulesOfPeople } from './lives-of-people.ts';
import { createReferencePeople } from './reference-people.ts';

/** Lives one life on the real store; the reference looks at what people were told after each step and in the end. */
export async function liveLifeOfPeople({ timing, steps }: Life, store: SimulatedStore): Promise<Set<string>> {
  store.silences.untilMs.clear();
  const rules = rulesOfPeople(timing, blindAfterMs);
  const simulation = new Simulation(store, rules, { observe: () => undefined, setTime: () => undefined });
  const reference = createReferencePeople(simulation);
  const kept = keeper(simulation, null, steps);
  simulation.setClock();
  await simulation.ensureGroups();
  for (const [at, step] of steps.entries()) {
    await kept.before(at);
    if (step.do === 'lose writes') await kept.lose(at - step.steps);
    else await takeStep(simulation, step);
    await simulation.settle();
    if (step.do !== 'start') await reference.look(step);
  }
  await heal(simulation, false, 4);
  expect(simulation.truth.falseDowns).toEqual([]);
  await reference.end();
  return whatHappened(simulation);
}

/** What came about in it, so that no life is lived for nothing. */
async function whatHappened({ store }: Simulation): Promise<Set<string>> {
  const { incidents, notifications } = await store.all();
  return new Set([
    ...notifications.flatMap(({ kind, state, held, groupId, digestId }) => [
      `${kind} ${state}`,
      ...(groupId === undefined ? [] : [`${kind} in a group`]),
      ...(digestId === undefined ? [] : [`${kind} in a digest`]),
      ...(held === undefined ? [] : [`held: ${held.because.split(' ')[0]}`]),
    ]),
    ...incidents.flatMap(({ acknowledged }) => (acknowledged === null ? [] : ['acknowledged'])),
  ]);
}
