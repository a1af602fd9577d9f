import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, type Random } from '../../../src/simulator/fleet/random.ts';
import type { FaultCase, Scene } from '../fault-case.ts';
import { randomFaults } from './random-faults.ts';

const shortMs = 20_000;
const longMs = 120_000;

/** Services of the stage: some die for good, some blink, the rest must never be Down. */
const dying = [0, 1, 2];
const blinking = [3, 4, 5];

/** Sequences that nobody thought of, made from a seed. */
export const randomCases: FaultCase[] = [
  {
    name: 'T29',
    title: 'random faults one after the other, while services stop, pause for a moment, or run',
    isShort: true,
    allows: { repeats: true },
    run: async (scene) => {
      const random = createRandom(scene.seed);
      const untilMs = performance.now() + (scene.isShort ? shortMs : longMs);
      scene.say(`seed ${scene.seed}: run it again with --seed ${scene.seed}`);
      await Promise.all([
        faultsInTurn(scene, random, untilMs),
        livesOfServices(scene, createRandom(scene.seed + 1), untilMs),
      ]);
    },
  },
];

async function faultsInTurn(scene: Scene, random: Random, untilMs: number): Promise<void> {
  const { downAfterMs } = scene.stage.options.times;
  while (performance.now() < untilMs) {
    const fault = randomFaults[Math.floor(random() * randomFaults.length)];
    if (fault === undefined) return;
    // Short ones are more frequent than long ones: what hides between two heartbeats is short.
    const forMs = Math.round(fault.longest * downAfterMs * random() ** 2);
    scene.say(`${fault.title}, for ${forMs} ms`);
    await fault.run(scene, random, forMs);
    await wait(random() * downAfterMs);
  }
}

/** Who dies is silent for longer than makes a Down, and comes back; who blinks is silent for less than half of that. */
async function livesOfServices(
  { stage, nemesis, say }: Scene,
  random: Random,
  untilMs: number,
): Promise<void> {
  const { downAfterMs } = stage.options.times;
  while (performance.now() < untilMs) {
    const dies = random() < 0.4;
    const among = dies ? dying : blinking;
    const service = among[Math.floor(random() * among.length)] ?? 0;
    const silentMs = Math.round(downAfterMs * (dies ? 1.5 + random() : 0.45 * random()));
    say(`service-${service} is silent for ${silentMs} ms`);
    await nemesis.silence([service]);
    await wait(silentMs);
    await nemesis.revive([service]);
    await wait(random() * downAfterMs);
  }
}
