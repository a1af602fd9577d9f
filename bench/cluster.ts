import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchOptions, BenchResult } from './bench.ts';
import { redisFigures } from './support/redis-figures.ts';
import { startBenchFleet } from './support/start-bench-fleet.ts';
import { startNode } from './support/start-node.ts';
import { startPrimaries } from './support/start-primaries.ts';

/** A beating fleet over three primaries: does each carry its share? */
export async function cluster({ isShort, say }: BenchOptions): Promise<BenchResult> {
  const instances = isShort ? 600 : 10_000;
  const intervalMs = isShort ? 2_000 : 5_000;
  const windowMs = isShort ? 5_000 : 30_000;
  const { primaries, url, close } = await startPrimaries(3, (addresses) => {
    execFileSync('redis-cli', [
      '--cluster',
      'create',
      ...addresses,
      '--cluster-replicas',
      '0',
      '--cluster-yes',
    ]);
  });
  const [api, worker] = await Promise.all([startNode(url, 'api'), startNode(url, 'worker')]);
  const beating = await startBenchFleet({ url: api.ready, instances, perService: 5, intervalMs });
  try {
    say(`${instances} instances beat`);
    await wait(2 * intervalMs);
    const look = () => Promise.all(primaries.map(({ client }) => redisFigures(client)));
    const before = await look();
    await wait(windowMs);
    const after = await look();
    const perSecond = primaries.map(
      (_, i) => ((after[i]?.commands ?? 0) - (before[i]?.commands ?? 0)) / (windowMs / 1000),
    );
    const mean = perSecond.reduce((sum, each) => sum + each, 0) / perSecond.length;
    const { tally } = await beating.report();
    const rows = perSecond.map((each, i) => ({
      primary: i + 1,
      'commands/s': Math.round(each),
      '÷ mean': (each / mean).toFixed(2),
      'memory MiB': ((after[i]?.memoryBytes ?? 0) / 2 ** 20).toFixed(1),
    }));
    const mistakes = tally.failed > 0 ? [`${tally.failed} of ${tally.sent} heartbeats failed`] : [];
    const title = `${instances} instances at ${intervalMs / 1000} s, 16 partitions over 3 primaries (target: none above 1.3 × the mean)`;
    const figures = { perSecond, highestToMean: Math.max(...perSecond) / mean, heartbeats: tally.sent };
    return { tables: [{ title, rows }], figures, mistakes };
  } finally {
    await beating.stop();
    await Promise.all([api.kill(), worker.kill()]);
    await close();
  }
}
