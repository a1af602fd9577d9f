import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase } from '../fault-case.ts';

/** Redis dies, stands still, forgets and is full. */
export const redisCases: FaultCase[] = [
  {
    name: 'T11',
    title: 'Redis is killed and comes back with all it had, after a moment and after a while',
    isShort: true,
    allows: { repeats: true },
    async run({ stage, nemesis }) {
      await nemesis.silence([0]);
      await nemesis.restartRedis(() => undefined);
      await nemesis.silence([1]);
      await nemesis.restartRedis(() => wait(1.5 * stage.options.times.downAfterMs));
    },
  },
];
