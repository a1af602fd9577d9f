import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase } from '../fault-case.ts';

/** Workers die, stand still and come back. */
export const workerCases: FaultCase[] = [
  {
    name: 'T2',
    title: 'one of two workers is killed again and again while services die',
    isShort: true,
    allows: { repeats: true },
    async run({ stage, nemesis, isShort }) {
      const kills = isShort ? 4 : 40;
      for (let kill = 0; kill < kills; kill++) {
        const worker = stage.workers[kill % stage.workers.length];
        if (kill % 4 === 0) await nemesis.silence([kill % 8]);
        await wait(400);
        await nemesis.killWorker(worker);
        await worker?.start();
        if (kill % 8 === 7) await nemesis.reviveAll();
      }
    },
  },
  {
    name: 'T3',
    title: 'all workers are dead while services die',
    isShort: true,
    async run({ stage, nemesis }) {
      const start = await nemesis.killAll('worker');
      await nemesis.silence([0, 1]);
      await wait(2 * stage.options.times.downAfterMs);
      await start();
    },
  },
];
