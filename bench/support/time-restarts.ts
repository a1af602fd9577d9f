import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchResult } from '../bench.ts';
import { readDowns } from './read-downs.ts';
import { residentBytes } from './resident-bytes.ts';
import { rewriteAof } from './rewrite-aof.ts';
import { runCommand } from './run-command.ts';
import type { LargeFleet } from './start-large-fleet.ts';
import { countStatuses, type LargeMonitor } from './start-large-monitor.ts';
import { startNode } from './start-node.ts';

/** A check that waits longer than this is late. */
const onTimeMs = 250;

/** How long nothing may be late before that is believed. */
const calmMs = 1_000;

interface Row extends Record<string, string | number> {
  what: string;
  seconds: string;
  'heartbeats not taken': number;
}

/** What takes how long under the load of the whole fleet: a rewrite of the AOF, restarts of each part, a backup. */
export async function timeRestarts(
  { instances }: { instances: number },
  monitor: LargeMonitor,
  say: (text: string) => void,
  { tables, figures, mistakes }: BenchResult,
): Promise<void> {
  const { redis, fleet, env } = monitor;
  const rows: Row[] = [];
  const falseBefore = (await readDowns(redis.client)).length;

  async function time(what: string, act: (since: (name: string) => void) => Promise<void>): Promise<void> {
    await fleet.mark();
    const beganAtMs = performance.now();
    const steps: [string, number][] = [];
    const since = (name: string) => void steps.push([name, performance.now() - beganAtMs]);
    await act(since);
    const { sent, statuses } = await fleet.report();
    const failed = sent - (statuses['200'] ?? 0);
    for (const [name, ms] of steps) {
      rows.push({
        what: `${what}: ${name}`,
        seconds: (ms / 1000).toFixed(2),
        'heartbeats not taken': failed,
      });
      say(`${what}: ${name} after ${(ms / 1000).toFixed(2)} s`);
    }
    Object.assign(figures, { [what]: { ...Object.fromEntries(steps), failed } });
  }

  await time('a rewrite of the AOF', async (since) => {
    await rewriteAof(redis.client);
    since('finished');
  });
  await time('worker', async (since) => {
    await monitor.worker.kill();
    monitor.worker = await startNode(redis.url, 'worker', env);
    since('started');
    await untilOnTime(redis.client);
    since('all checks on time');
  });
  await time('API node', async (since) => {
    await monitor.api.kill();
    const first = untilTaken(fleet);
    monitor.api = await monitor.startApi();
    since('started');
    await first;
    since('first heartbeat taken');
    await untilOnTime(redis.client);
    since('all checks on time');
  });
  await time('Redis', async (since) => {
    const isBack = redis.restart();
    await isBack;
    since('loaded its data');
    await untilTaken(fleet);
    since('first heartbeat taken');
    await untilOnTime(redis.client);
    since('all checks on time');
  });
  const file = `${redis.dir}/backup.ndjson`;
  await time('backup', async (since) => {
    const said = await runCommand(['backup', file, '--json'], { REDIS_URL: redis.url });
    since('written');
    const { pausedMs, redisKeys } = JSON.parse(said) as { pausedMs: number; redisKeys: number };
    Object.assign(figures, { backup: { pausedMs, redisKeys, bytes: statSync(file).size } });
    say(
      `writes were paused for ${pausedMs} ms; ${redisKeys} keys, ${Math.round(statSync(file).size / 1e6)} MB`,
    );
    await untilOnTime(redis.client);
    since('all checks on time');
  });
  const redisResident = residentBytes(redis.pid);
  Object.assign(figures, { redisResident });
  tables.push({ title: `Restarts with ${instances} instances beating`, rows });
  const falses = (await readDowns(redis.client)).length - falseBefore;
  if (falses > 0) mistakes.push(`${falses} false after restarts`);
  const { Healthy = 0 } = await countStatuses(redis);
  // Where the machine is too slow for the fleet, its heartbeats are late by this, and nobody else's fault is seen.
  const { waiting } = await fleet.report();
  Object.assign(figures, { waiting });
  say(`${Healthy} Healthy at the end; ${waiting} heartbeats wait in the load generator for their turn`);
}

/** Until a heartbeat is taken; counts from the last mark. */
async function untilTaken(fleet: LargeFleet): Promise<void> {
  const taken = async () => (await fleet.report()).statuses['200'] ?? 0;
  const before = await taken();
  while ((await taken()) === before) await wait(10);
}

/** Until no check has been late for a while. */
async function untilOnTime(client: LargeMonitor['redis']['client']): Promise<void> {
  let calmSinceMs = performance.now();
  while (performance.now() - calmSinceMs < calmMs) {
    const [seconds = 0, micros = 0] = (await client.time()).map(Number);
    const late = await client.zcount('{m0}:timer', '-inf', seconds * 1000 + micros / 1000 - onTimeMs);
    if (late > 0) calmSinceMs = performance.now();
    await wait(50);
  }
}
