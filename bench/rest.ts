import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchOptions, BenchResult } from './bench.ts';
import { memoryBytes } from './support/memory-bytes.ts';
import { percentile } from './support/percentile.ts';
import { startNode } from './support/start-node.ts';
import { startPrimaries } from './support/start-primaries.ts';
import { startProgram } from './support/start-program.ts';
import { type RestCost, watchRest } from './support/watch-rest.ts';

/** The memory of the start is given back after a minute of rest. */
const minuteMs = 65_000;

interface Times {
  starts: number;
  /** After the memory of the start was given back, code is compiled again: until the third minute it is no rest. */
  aloneMs: number;
  clusterMs: number;
  windowMs: number;
}

/** More than so many commands a second at rest are a mistake: nothing may poll that did not before. */
const mostCommands = { alone: 50, cluster: 600 } as const;

/** The program as `npm start` runs it, without instances; then one node with 16 partitions over three primaries. */
export async function rest({ isShort, say }: BenchOptions): Promise<BenchResult> {
  const times = isShort
    ? { starts: 2, aloneMs: 4_000, clusterMs: 4_000, windowMs: 6_000 }
    : { starts: 5, aloneMs: 180_000, clusterMs: 180_000, windowMs: 60_000 };
  const alone = await restAlone(times);
  say(`alone: ready after ${alone.readyMs.map(Math.round).join(', ')} ms`);
  const cluster = await restOnCluster(times);
  const mistakes = Object.entries({ alone: alone.cost, cluster }).flatMap(([name, { allPerSecond }]) => {
    const most = mostCommands[name as keyof typeof mostCommands];
    return allPerSecond > most
      ? [`${name}: ${allPerSecond.toFixed(0)} commands/s at rest, at most ${most} are expected`]
      : [];
  });
  const ready = percentile(alone.readyMs, 0.5);
  return {
    tables: [
      {
        title: `At rest, over ${times.windowMs / 1000} s: no instances, no channels`,
        rows: [
          {
            what: 'npm start, Redis of its own',
            ...rowOf(alone.cost),
            'MiB after a minute': alone.minuteMiB.toFixed(0),
            'ready after s': seconds(ready),
          },
          {
            what: '16 partitions, 3 primaries',
            ...rowOf(cluster),
            'MiB after a minute': '',
            'ready after s': '',
          },
        ],
      },
      ...commandTables({ alone: alone.cost, cluster }),
    ],
    figures: { readyMs: alone.readyMs, alone: alone.cost, cluster },
    mistakes,
  };
}

async function restAlone({ starts, aloneMs, windowMs }: Times) {
  const dataDir = mkdtempSync(join(tmpdir(), 'monitor-rest-'));
  const readyMs: number[] = [];
  try {
    // The first start makes what the others find.
    for (let i = 0; i < starts; i++) {
      const program = await startProgram(dataDir);
      if (i > 0) readyMs.push(program.readyAfterMs);
      await program.stop();
    }
    const program = await startProgram(dataDir);
    readyMs.push(program.readyAfterMs);
    try {
      const { node, redis } = program;
      const memoryAtMs = Math.min(aloneMs, minuteMs);
      await wait(memoryAtMs);
      const minuteMiB = (memoryBytes(node.pid) + memoryBytes(redis.pid)) / 1024 ** 2;
      await wait(aloneMs - memoryAtMs);
      const cost = await watchRest({ nodePid: node.pid, servers: [redis] }, windowMs);
      return { readyMs, minuteMiB, cost };
    } finally {
      await program.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function restOnCluster({ clusterMs, windowMs }: Times): Promise<RestCost> {
  const options = ['--cluster-replicas', '0', '--cluster-yes'];
  const { primaries, url, close } = await startPrimaries(3, (addresses) => {
    execFileSync('redis-cli', ['--cluster', 'create', ...addresses, ...options]);
  });
  try {
    const node = await startNode(url, 'api,worker');
    try {
      await wait(clusterMs);
      return await watchRest({ nodePid: node.pid, servers: primaries }, windowMs);
    } finally {
      await node.stop();
    }
  } finally {
    await close();
  }
}

function rowOf(cost: RestCost): Record<string, string> {
  return {
    'node % of a core': cost.nodePercent.toFixed(2),
    'Redis %': cost.redisPercent.toFixed(2),
    'together %': (cost.nodePercent + cost.redisPercent).toFixed(2),
    'node MiB': cost.nodeMiB.toFixed(0),
    'Redis MiB': cost.redisMiB.toFixed(0),
    'commands/s': cost.allPerSecond.toFixed(1),
  };
}

function commandTables(costs: Record<string, RestCost>): BenchResult['tables'] {
  return Object.entries(costs).map(([name, { commandsPerSecond }]) => ({
    title: `Commands per second, ${name} (those that scripts call among them)`,
    rows: Object.entries(commandsPerSecond)
      .slice(0, 20)
      .map(([command, perSecond]) => ({ command, 'per second': perSecond.toFixed(2) })),
  }));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
