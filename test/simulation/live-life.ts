import { expect } from 'vitest';
import { ids } from '../../src/store/ids.ts';
import { expectNoGrowth, expectOneJobEach } from './expect-no-growth.ts';
import type { PortCall } from './gate.ts';
import { expectInvariants, expectLiveness, pictureOf, type WholePicture } from './invariants.ts';
import { keeper } from './keeper.ts';
import { createReferenceModel } from './reference-model.ts';
import type { SimulatedStore } from './simulated-store.ts';
import { Simulation } from './simulation.ts';
import { simulationRules } from './simulation-rules.ts';
import type { Life, Step } from './steps.ts';
import { takeStep } from './take-step.ts';

export const blindAfterMs = 3_000;

/** How a life went: every call of a port in order, and what was there in the end. */
export interface Lived {
  calls: PortCall[];
  picture: WholePicture;
}

/**
 * Lives one life on one store. The reference model watches every call; the invariants are looked at after each step
 * where that is cheap, and always in the end, when everything has had time to become well again; where it is not cheap
 * nobody waits an hour for the end of an incident that flapped.
 */
export async function liveLife(life: Life, store: SimulatedStore, looksOften: boolean): Promise<Lived> {
  const rules = simulationRules(life.timing, blindAfterMs);
  store.silences.untilMs.clear();
  const model = createReferenceModel(rules, store.silences);
  const calls: PortCall[] = [];
  const simulation = new Simulation(store, rules, {
    observe(call) {
      calls.push(call);
      model.observe(call);
    },
    setTime(serverTimeMs) {
      model.world.serverTimeMs = serverTimeMs;
    },
  });
  // One that nobody registered, so that a look always reads the clock.
  const known = new Set([ids.instanceId(ids.serviceId('orders', 'test'), 'nobody')]);
  const look = (): Promise<WholePicture> => {
    // To look is to read the clock, which takes a note of it.
    model.world.nowMs();
    return pictureOf(simulation, known);
  };
  const kept = keeper(simulation, model, life.steps);
  simulation.setClock();
  await simulation.ensureGroups();
  for (const [at, step] of life.steps.entries()) {
    await kept.before(at);
    if (step.do === 'lose writes') await kept.lose(at - step.steps);
    else await takeStep(simulation, step);
    await simulation.settle();
    if (looksOften) expectInvariants(await look(), simulation);
  }
  await heal(simulation, looksOften);
  if (looksOften || !(await isUnderWay(simulation))) await expectNoGrowth(simulation);
  const picture = await look();
  expectInvariants(picture, simulation);
  expectLiveness(picture, simulation, looksOften);
  expectOneJobEach(simulation, picture.instances.length);
  expectNoRepairs(simulation, life.steps);
  return { calls, picture };
}

/** Nothing breaks any more, and enough time passes for everything to come right. */
export async function heal(simulation: Simulation, waits: boolean, mostMinutes = 90): Promise<void> {
  const { intervalMs, graceMs, downAfterMs, recoveryWindowMs } = simulation.rules.timing;
  await takeStep(simulation, { do: 'api', up: true });
  await takeStep(simulation, { do: 'workers', up: true });
  simulation.store.silences.untilMs.clear();
  simulation.slowMs = 0;
  simulation.outcomes = [];
  simulation.crashes.clear();
  Object.assign(simulation.queue.latenessMs, { checks: 0, deliveries: 0 });
  for (const client of simulation.clients) Object.assign(client, { toLose: 0, delayMs: 0 });
  simulation.strays = [];
  simulation.hasNewEvents = true;
  simulation.orphansMs = simulation.elapsedMs;
  await simulation.passTime(downAfterMs + 3 * (intervalMs + graceMs) + recoveryWindowMs + 10_000);
  // Up to the longest quiet time there is.
  if (waits) {
    for (let minutes = 0; (await isUnderWay(simulation)) && minutes < 62; minutes += 2)
      await simulation.passTime(2 * 60_000);
  }
  for (let minutes = 0; simulation.queue.deliveries.size > 0 && minutes < mostMinutes; minutes++)
    await simulation.passTime(60_000);
}

/** Whether time alone will make something of an incident: its end, a summary, or a page for a long silence. */
async function isUnderWay({ store }: Simulation): Promise<boolean> {
  return (await store.all()).incidents.some(
    ({ state, flapping, told }) =>
      state === 'recovering' ||
      (state === 'open' && flapping !== null && (flapping.hour.downs > 0 || !told.longSilence)),
  );
}

const harmless: Step['do'][] = [
  ...(['start', 'die', 'stop', 'repeat beat', 'wake early', 'wake late', 'pass', 'silence'] as const),
];
/** What makes a job late, but does not lose it. */
const late: Step['do'][] = ['slow queue', 'delay job', 'swap jobs', 'double job'];

/** Rolling deployments, and what can go wrong in them. */
const deployments: Step['do'][] = ['upgrade', 'die at once', 'deploy'];

/** Without a fault the sweep repairs nothing, and a message whose job is only late is no repair. */
function expectNoRepairs({ repairs }: Simulation, steps: readonly Step[]): void {
  const areAll = (kinds: Step['do'][]) => steps.every((step) => kinds.includes(step.do));
  if (areAll([...harmless, ...deployments]))
    expect(repairs).toEqual({ instance: 0, service: 0, delivery: 0 });
  if (areAll([...harmless, ...deployments, ...late])) expect(repairs.delivery).toBe(0);
}
