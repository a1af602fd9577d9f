import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase } from '../fault-case.ts';

/** Nothing is wrong but the way between the fleet and the monitor. */
export const pathCases: FaultCase[] = [
  {
    name: 'T7',
    title: 'the public network path is cut: every API node works, but no request arrives',
    isShort: false,
    options: { fleetByProxy: true },
    notJudged: 'a page "path suspect": heartbeats alone cannot tell a cut path from a dead fleet',
    async run({ stage, nemesis }) {
      nemesis.cutPaths([0, 1]);
      await wait(2 * stage.options.times.downAfterMs);
    },
  },
  {
    name: 'T8',
    title: 'half of the fleet is cut off',
    isShort: true,
    options: { fleetByProxy: true },
    notJudged: 'grouping of the messages into one',
    async run({ stage, nemesis, isShort }) {
      nemesis.cutPaths([0]);
      await wait((isShort ? 1 : 3) * stage.options.times.downAfterMs);
    },
  },
  {
    name: 'T9',
    title: 'the whole fleet stops at once',
    isShort: false,
    options: { services: 30, perService: 2, channels: ['hook', 'mail'] },
    notJudged: 'waiting longer and grouping of the messages into one',
    async run({ stage, nemesis }) {
      await nemesis.silence(Array.from({ length: stage.options.services }, (_, s) => s));
    },
  },
];
