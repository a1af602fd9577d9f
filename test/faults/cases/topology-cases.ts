import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase } from '../fault-case.ts';

/** Several redis-servers, one of which dies. */
export const topologyCases: FaultCase[] = [
  {
    name: 'T15',
    title: 'a Sentinel failover loses the last two seconds of writes while services stop and recover',
    isShort: false,
    options: { redis: 'sentinel' },
    allows: { repeats: true, lostWrites: 3_000 },
    notJudged: 'losing more than what makes a Down; whether each 200 was stored, as losing them is the fault',
    async run({ stage, nemesis }) {
      await nemesis.silence([0, 1, 2]);
      await nemesis.untilDown([0, 1, 2]);
      // These two die and those three recover into the writes that are lost.
      await nemesis.silence([3, 4]);
      let back = () => {};
      await stage.redis.topology?.failOver(async () => {
        back = stage.history.begin('redis');
        await nemesis.revive([0, 1]);
        await nemesis.silence([5]);
        await wait(2_000);
        stage.history.interrupted();
      });
      back();
    },
  },
  {
    name: 'T16',
    title: 'a primary of a Cluster is killed while services stop',
    isShort: false,
    options: { redis: 'cluster', services: 16 },
    allows: { repeats: true, lostWrites: 1_000 },
    notJudged: 'that the sweep has nothing to repair: a job that dies with its primary is found by the sweep',
    async run({ stage, nemesis }) {
      await nemesis.silence([0, 1, 2, 3, 4, 5]);
      await wait(stage.options.times.downAfterMs - 1_000);
      const back = stage.history.begin('redis');
      stage.history.interrupted();
      await stage.redis.topology?.failOver();
      back();
    },
  },
];
