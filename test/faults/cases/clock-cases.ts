import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase, Scene } from '../fault-case.ts';
import { scaledTimes } from '../stage/stage-options.ts';

const hourMs = 3_600_000;

/** The clock of Redis jumps, by the offset that every script adds to it. */
export const clockCases: FaultCase[] = [
  {
    name: 'T17a',
    title: 'the clock jumps an hour forward, and later an hour back, while services stop',
    isShort: true,
    allows: { repeats: true, clockShifts: true },
    notJudged: 'a clock that drifts slowly',
    async run(scene) {
      await scene.nemesis.silence([0]);
      await jump(scene, hourMs);
      await scene.nemesis.untilDown([0]);
      await scene.nemesis.silence([1]);
      await jump(scene, -hourMs);
    },
  },
  {
    name: 'T17b',
    title: 'the clock jumps forward and back by less than the blind limit',
    isShort: false,
    allows: { repeats: true, clockShifts: true },
    async run(scene) {
      const stepMs = 0.9 * scaledTimes.blindAfterMs;
      await scene.nemesis.silence([0]);
      for (let round = 0; round < 8; round++) {
        await jump(scene, round % 2 === 0 ? stepMs : -stepMs);
        await wait(scene.stage.options.times.intervalMs * 0.7);
        if (round === 4) await scene.nemesis.silence([1]);
      }
    },
  },
];

async function jump({ stage }: Scene, byMs: number): Promise<void> {
  // A jump is an outage to the monitor: silence is counted anew from here.
  const back = stage.history.begin('api');
  stage.history.interrupted();
  await stage.redis.single?.client.hincrby('{m0}:clock', 'offset', byMs);
  back();
}
