import { setTimeout as wait } from 'node:timers/promises';
import type { BenchOptions, BenchResult } from './bench.ts';
import { type Detection, judgeDetection } from './support/judge-detection.ts';
import { percentile } from './support/percentile.ts';
import { startBenchFleet } from './support/start-bench-fleet.ts';
import { startNode } from './support/start-node.ts';
import type { BenchProcess } from './support/start-process.ts';
import { startRedis } from './support/start-redis.ts';

interface Run {
  instances: number;
  silent: number;
  /** How long those that fall silent take to do so. */
  spreadMs: number;
  intervalMs: number;
  downAfterMs: number;
  killEveryMs: number | null;
}

/** A beating fleet, some of which fall silent at random times: how late is each Down, and is any missed, false or doubled? */
export async function detection({ isShort, say }: BenchOptions): Promise<BenchResult> {
  const size = isShort
    ? { instances: 500, silent: 50, spreadMs: 4_000 }
    : { instances: 10_000, silent: 500, spreadMs: 30_000 };
  const times = isShort
    ? { intervalMs: 1_000, downAfterMs: 4_000 }
    : { intervalMs: 5_000, downAfterMs: 16_000 };
  const rows: Record<string, string | number>[] = [];
  const figures: Record<string, unknown> = {};
  const mistakes: string[] = [];
  for (const killEveryMs of [null, isShort ? 2_000 : 5_000]) {
    const name =
      killEveryMs === null ? 'all workers live' : `a worker is killed each ${killEveryMs / 1000} s`;
    const found = await runOnce({ ...size, ...times, killEveryMs }, say);
    rows.push({ run: name, ...summary(found) });
    figures[killEveryMs === null ? 'calm' : 'killing'] = summary(found);
    for (const kind of ['missed', 'false', 'doubled'] as const) {
      if (found[kind] > 0) mistakes.push(`${name}: ${found[kind]} ${kind}`);
    }
  }
  const title = `${size.instances} instances at ${times.intervalMs / 1000} s, ${size.silent} fall silent within ${size.spreadMs / 1000} s, Down after ${times.downAfterMs / 1000} s; lateness in ms past the exact deadline`;
  return { tables: [{ title, rows }], figures, mistakes };
}

async function runOnce(run: Run, say: (text: string) => void): Promise<Detection> {
  const redis = await startRedis();
  const env = {
    MONITOR_HEARTBEAT_INTERVAL: `${run.intervalMs}ms`,
    MONITOR_DOWN_AFTER: `${run.downAfterMs}ms`,
  };
  const workers: BenchProcess[] = [];
  const startWorker = async () => void workers.push(await startNode(redis.url, 'worker', env));
  const api = await startNode(redis.url, 'api', env);
  await Promise.all([startWorker(), startWorker()]);
  const killing = new AbortController();
  const fleet = await startBenchFleet({ url: api.ready, perService: 5, ...run });
  say(`${run.instances} instances beat`);
  try {
    await wait(2 * run.intervalMs);
    const kills =
      run.killEveryMs === null ? null : killWorkers(workers, startWorker, run.killEveryMs, killing.signal);
    const victims = pick(run.instances, run.silent);
    for (const [i, victim] of victims.entries()) {
      await fleet.silence([victim]);
      await wait(run.spreadMs / victims.length);
      if (i % 100 === 99) say(`${i + 1} fell silent`);
    }
    await wait(run.downAfterMs);
    const giveUpAtMs = performance.now() + 90_000;
    const look = async () => judgeDetection(redis.client, (await fleet.report()).members, run.downAfterMs);
    // Late is late, and only what never comes is missed.
    while ((await look()).missed > 0 && performance.now() < giveUpAtMs) await wait(1_000);
    // A false or doubled Down may still be on its way.
    await wait(3_000);
    killing.abort();
    if (kills !== null) say(`${await kills} workers were killed`);
    const { tally } = await fleet.report();
    say(`${tally.sent} heartbeats, ${tally.failed} failed`);
    return await look();
  } finally {
    killing.abort();
    await fleet.stop();
    await Promise.all([...workers, api].map((node) => node.kill()));
    await redis.close();
  }
}

/** Kills the oldest worker and starts another, again and again; resolves to how many. */
async function killWorkers(
  workers: BenchProcess[],
  start: () => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<number> {
  let killed = 0;
  while (!signal.aborted) {
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    await workers.shift()?.kill();
    killed++;
    await start();
  }
  return killed;
}

/** Some of `count`, spread evenly and in no order, the same in each run. */
function pick(count: number, some: number): number[] {
  return Array.from({ length: some }, (_, i) => Math.floor(((i * 7919) % some) * (count / some)));
}

function summary({ latenessMs, missed, false: wrong, doubled }: Detection): Record<string, number> {
  return {
    found: latenessMs.length,
    p50: percentile(latenessMs, 0.5),
    p99: percentile(latenessMs, 0.99),
    max: Math.max(...latenessMs),
    missed,
    false: wrong,
    doubled,
  };
}
