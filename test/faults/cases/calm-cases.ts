import { setTimeout as wait } from 'node:timers/promises';
import type { FaultCase } from '../fault-case.ts';

/** Nothing is wrong with the monitor. */
export const calmCases: FaultCase[] = [
  {
    name: 'T1',
    title: 'no fault of the monitor; one service in ten stops',
    isShort: false,
    options: { services: 40, perService: 5, channels: ['hook', 'mail'] },
    notJudged: '1,000 instances for half an hour: 200 instances for a minute here',
    async run({ nemesis }) {
      for (const service of [3, 11, 27, 38]) {
        await nemesis.silence([service]);
        await wait(10_000);
      }
      await nemesis.untilDown([3, 11, 27, 38]);
    },
    async check({ slackMs }, { stage }) {
      // On a machine that stands still itself a wake-up may come more than a second late.
      if (slackMs > 1_000) return [];
      const repairs = await Promise.all(stage.workers.map(({ url }) => repairsOf(url)));
      const sum = repairs.reduce((a, b) => a + b, 0);
      return sum === 0 ? [] : [`the sweep had to repair ${sum} times`];
    },
  },
  {
    name: 'T10',
    title: 'three of eight services with one instance each stop at once',
    isShort: false,
    options: { services: 8, perService: 1 },
    async run({ nemesis }) {
      await nemesis.silence([1, 4, 6]);
    },
  },
];

async function repairsOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counts = [...metrics.matchAll(/^monitor_sweeper_repairs_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
