import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { cpuSeconds } from './cpu-seconds.ts';
import { memoryBytes } from './memory-bytes.ts';
import { redisFigures } from './redis-figures.ts';

/** What a monitor costs while nothing happens. */
export interface RestCost {
  /** Percent of one core. */
  nodePercent: number;
  redisPercent: number;
  nodeMiB: number;
  redisMiB: number;
  /** How often each command is called in a second, those within scripts too; the most frequent first. */
  commandsPerSecond: Record<string, number>;
  allPerSecond: number;
}

/** Watches one node and its Redis servers over a window. */
export async function watchRest(
  parts: { nodePid: number; servers: readonly { pid: number; client: Redis }[] },
  windowMs: number,
): Promise<RestCost> {
  const { nodePid, servers } = parts;
  const look = async () => ({
    atMs: performance.now(),
    node: cpuSeconds(nodePid),
    redis: sum(servers.map(({ pid }) => cpuSeconds(pid))),
    counts: await Promise.all(servers.map(({ client }) => callsOf(client))),
  });
  const before = await look();
  await wait(windowMs);
  const after = await look();
  const seconds = (after.atMs - before.atMs) / 1000;
  const counted = new Map<string, number>();
  for (const [i, counts] of after.counts.entries()) {
    for (const [name, calls] of Object.entries(counts)) {
      const more = calls - (before.counts[i]?.[name] ?? 0);
      if (more > 0) counted.set(name, (counted.get(name) ?? 0) + more);
    }
  }
  // Our own two looks.
  counted.delete('info');
  const perSecond = [...counted].map(([name, calls]) => [name, calls / seconds] as const);
  return {
    nodePercent: ((after.node - before.node) / seconds) * 100,
    redisPercent: ((after.redis - before.redis) / seconds) * 100,
    nodeMiB: memoryBytes(nodePid) / 2 ** 20,
    redisMiB: sum(servers.map(({ pid }) => memoryBytes(pid))) / 2 ** 20,
    commandsPerSecond: Object.fromEntries(perSecond.toSorted(([, a], [, b]) => b - a)),
    allPerSecond: sum(perSecond.map(([, calls]) => calls)),
  };
}

async function callsOf(client: Redis): Promise<Record<string, number>> {
  const { commandUs } = await redisFigures(client);
  return Object.fromEntries(Object.entries(commandUs).map(([name, { calls }]) => [name, calls]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
