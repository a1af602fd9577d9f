import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../../src/simulator/fleet/random.ts';
import type { Scene } from '../fault-case.ts';
import type { MonitorNode } from '../stage/monitor-node.ts';

/** One fault of a random sequence: it begins, lasts for a while and is over. */
export interface RandomFault {
  title: string;
  /** The longest that it lasts, in units of the silence that makes an instance Down. */
  longest: number;
  run(scene: Scene, random: Random, forMs: number): Promise<void>;
}

const oneOf = (nodes: readonly MonitorNode[], random: Random) => nodes[Math.floor(random() * nodes.length)];

/** What may happen to a node, to all nodes of a role, to Redis and to the machine. */
export const randomFaults: readonly RandomFault[] = [
  {
    title: 'an API node is killed',
    longest: 1,
    run: async ({ stage }, random, forMs) => restart(oneOf(stage.apis, random), forMs),
  },
  {
    title: 'a worker is killed',
    longest: 1,
    async run({ stage }, random, forMs) {
      stage.history.interrupted();
      await restart(oneOf(stage.workers, random), forMs);
    },
  },
  {
    title: 'all API nodes are killed',
    longest: 1.5,
    run: ({ nemesis }, _random, forMs) => until(() => nemesis.killAll('api'), forMs),
  },
  {
    title: 'all workers are killed',
    longest: 1.5,
    run: ({ nemesis }, _random, forMs) => until(() => nemesis.killAll('worker'), forMs),
  },
  {
    title: 'an API node is paused',
    longest: 0.8,
    run: async ({ stage }, random, forMs) => freeze(oneOf(stage.apis, random), forMs),
  },
  {
    title: 'a worker is paused',
    longest: 1.5,
    async run({ stage }, random, forMs) {
      stage.history.interrupted();
      await freeze(oneOf(stage.workers, random), forMs);
    },
  },
  {
    title: 'all API nodes are paused',
    longest: 1.5,
    run: ({ nemesis }, _random, forMs) => nemesis.freezeAll('api', forMs),
  },
  {
    title: 'all workers are paused',
    longest: 1.5,
    run: ({ nemesis }, _random, forMs) => nemesis.freezeAll('worker', forMs),
  },
  {
    title: 'Redis is killed',
    longest: 1,
    run: ({ nemesis }, _random, forMs) => nemesis.restartRedis(() => wait(forMs)),
  },
  {
    title: 'Redis is paused',
    longest: 1.5,
    run: ({ nemesis }, _random, forMs) => nemesis.freezeRedis(forMs),
  },
  {
    title: 'four processes keep the CPU busy',
    longest: 2,
    run: ({ nemesis }, _random, forMs) => until(async () => nemesis.takeCpu(), forMs),
  },
];

async function restart(node: MonitorNode | undefined, forMs: number): Promise<void> {
  await node?.kill();
  await wait(forMs);
  await node?.start();
}

async function until(begin: () => Promise<() => Promise<void>>, forMs: number): Promise<void> {
  const end = await begin();
  await wait(forMs);
  await end();
}

async function freeze(node: MonitorNode | undefined, forMs: number): Promise<void> {
  node?.freeze();
  await wait(forMs);
  node?.thaw();
}
