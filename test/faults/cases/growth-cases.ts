import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase, Scene } from '../fault-case.ts';
import { judgeGrowth } from '../judge/judge-growth.ts';
import { type Footprint, footprintOf } from '../stage/footprint.ts';

/** At a heartbeat each second instead of each 30 s this is two hours' worth. */
const longMs = 240_000;
const shortMs = 20_000;

/** What is made once, such as connections, caches and the queue of a channel, is there after the first of them. */
const restMs = 10_000;
const dying = [0, 1, 2, 3, 4];

/** Whether anything grows while nothing happens, or stays after much happened. */
export const growthCases: FaultCase[] = [
  growthCase(
    { name: 'T30a', title: 'nothing happens for two scaled hours: no stored data grow', isShort: true },
    () => wait(restMs),
  ),
  growthCase(
    {
      name: 'T30b',
      title:
        'half of the services stop and start again for two scaled hours, with a slow receiver: no stored data remain',
      isShort: false,
      options: { channels: ['hook', 'slow'] },
    },
    async ({ stage, nemesis }) => {
      const { downAfterMs, intervalMs } = stage.options.times;
      stage.sink.script(
        'slow',
        Array.from({ length: 50 }, () => ({ status: 204, afterMs: 3_000 })),
      );
      await nemesis.silence(dying);
      await wait(1.6 * downAfterMs);
      await nemesis.revive(dying);
      await wait(3 * intervalMs);
    },
  ),
];

/** Does the same again and again, and compares what the monitor takes after the first time and at the end. */
function growthCase(
  about: Omit<FaultCase, 'run' | 'check'>,
  again: (scene: Scene) => Promise<void>,
): FaultCase {
  let before: Footprint | null = null;
  return {
    ...about,
    async run(scene) {
      await again(scene);
      before = await footprintOf(scene.stage);
      const untilMs = performance.now() + (scene.isShort ? shortMs : longMs);
      while (performance.now() < untilMs) await again(scene);
    },
    async check(_evidence, scene) {
      if (before === null) throw new Error('nothing was measured before');
      return judgeGrowth(before, await footprintOf(scene.stage));
    },
  };
}
