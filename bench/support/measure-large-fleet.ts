import { setTimeout as wait } from 'node:timers/promises';
import type { BenchOptions, BenchResult } from '../bench.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { percentile } from './percentile.ts';
import { readDowns } from './read-downs.ts';
import { redisFigures } from './redis-figures.ts';
import { residentBytes } from './resident-bytes.ts';
import type { LargeFleetReport } from './start-large-fleet.ts';
import {
  countStatuses,
  downAfterOf,
  type LargeMonitor,
  type RegistrationCost,
} from './start-large-monitor.ts';

export interface LargePlan {
  instances: number;
  intervalMs: number;
  deaths: number;
  /** How long those that die take to do so. */
  spreadMs: number;
}

/** Lets some of a beating fleet die, and measures what everybody costs until the last of them is Down. */
export async function measureLargeFleet(
  plan: LargePlan,
  victims: readonly number[],
  monitor: LargeMonitor,
  { isShort, say }: BenchOptions,
  { tables, figures, mistakes }: BenchResult,
): Promise<void> {
  const { instances, intervalMs, deaths } = plan;
  const { redis, fleet } = monitor;
  const downAfterMs = downAfterOf(intervalMs);
  await fleet.mark();
  const before = await look(monitor);
  await letDie(plan, victims, monitor, say);
  const giveUpAtMs = performance.now() + downAfterMs + 60_000;
  let down = 0;
  while (down < deaths && performance.now() < giveUpAtMs) {
    await wait(1_000);
    down = (await countStatuses(redis))['Down'] ?? 0;
  }
  const after = await look(monitor);
  const heartbeats = await fleet.report();
  say(`${down} of ${deaths} are Down; ${heartbeats.sent} heartbeats, ${heartbeats.waiting} wait`);

  const seconds = (after.atMs - before.atMs) / 1000;
  const cores = after.cpu.map((each, i) => (each - (before.cpu[i] ?? 0)) / seconds);
  const eventBytes = Number(await redis.client.memory('USAGE', '{m0}:events'));
  const cost = {
    ...{ seconds, heartbeatsPerSecond: heartbeats.sent / seconds, statuses: heartbeats.statuses },
    ...{
      heartbeatP50Ms: heartbeats.p50Ms,
      heartbeatP99Ms: heartbeats.p99Ms,
      heartbeatMs: heartbeats.longestMs,
    },
    ...{
      apiCores: cores[0] ?? 0,
      workerCores: cores[1] ?? 0,
      redisCores: cores[2] ?? 0,
      fleetCores: cores[3] ?? 0,
    },
    ...{ apiBytes: residentBytes(monitor.api.pid), workerBytes: residentBytes(monitor.worker.pid) },
    redisBytes: after.redis.memoryBytes,
    bytesPerInstance: (after.redis.memoryBytes - eventBytes) / instances,
    eventBytesPerInstance: eventBytes / instances,
    aofBytesPerSecond: (after.redis.aofBytes - before.redis.aofBytes) / seconds,
    commandsPerSecond: (after.redis.commands - before.redis.commands) / seconds,
    blindGaps: after.blindGaps - before.blindGaps,
    repairs: after.repairs - before.repairs,
  };
  const found = await judge(redis.client, heartbeats, downAfterMs);
  Object.assign(figures, { instances, intervalMs, cost, found });
  tables.push(...tablesOf(plan, cost, found, monitor.registration));

  const failed = heartbeats.sent - (heartbeats.statuses['200'] ?? 0);
  // An answer of 503 loses nothing; on a busy machine the short form has some.
  if (failed > 0 && !isShort) mistakes.push(`${failed} of ${heartbeats.sent} heartbeats failed`);
  for (const kind of ['missed', 'false', 'doubled'] as const) {
    if (found[kind] > 0) mistakes.push(`${found[kind]} ${kind}`);
  }
}

async function look({ redis, api, worker, fleet }: LargeMonitor) {
  return {
    atMs: performance.now(),
    redis: await redisFigures(redis.client),
    cpu: [api.pid, worker.pid, redis.pid, fleet.pid].map(cpuSeconds),
    blindGaps: await redis.client.zcard('{m0}:blind'),
    repairs: await redis.client.zcard('{m0}:repairs'),
  };
}

async function letDie(
  { spreadMs }: LargePlan,
  victims: readonly number[],
  { fleet }: LargeMonitor,
  say: (text: string) => void,
): Promise<void> {
  const beganAtMs = performance.now();
  for (const [i, victim] of victims.entries()) {
    const dueAtMs = beganAtMs + (i / victims.length) * spreadMs;
    await wait(Math.max(0, dueAtMs - performance.now()));
    await fleet.silence([victim]);
  }
  say(`${victims.length} fell silent`);
}

/** Compares every Down with the truth, by Redis' clock alone. */
async function judge(
  client: LargeMonitor['redis']['client'],
  { watched }: LargeFleetReport,
  downAfterMs: number,
): Promise<Found> {
  const silent = new Map(
    watched.filter((one) => one.isSilent).map((one) => [one.instanceId, one.lastBeatAtMs]),
  );
  const found: Found = { count: 0, p50: 0, p99: 0, max: 0, missed: silent.size, false: 0, doubled: 0 };
  const latenessMs: number[] = [];
  const met = new Set<string>();
  for (const { instanceId, committedAtMs } of await readDowns(client)) {
    const lastBeatAtMs = silent.get(instanceId);
    if (lastBeatAtMs === undefined) found.false++;
    else if (met.has(instanceId)) found.doubled++;
    else {
      met.add(instanceId);
      latenessMs.push(committedAtMs - (lastBeatAtMs + downAfterMs));
    }
  }
  const [p50, p99, max] = [
    percentile(latenessMs, 0.5),
    percentile(latenessMs, 0.99),
    Math.max(...latenessMs),
  ];
  return { ...found, count: met.size, p50, p99, max, missed: silent.size - met.size };
}

interface Found {
  count: number;
  /** How long after the exact deadline, in ms. */
  p50: number;
  p99: number;
  max: number;
  missed: number;
  false: number;
  doubled: number;
}

function tablesOf(
  { instances, intervalMs, deaths }: LargePlan,
  cost: Record<string, number | Record<string, number>>,
  found: Found,
  registration: RegistrationCost,
): BenchResult['tables'] {
  const number = (name: string) => cost[name] as number;
  const perSecond = number('heartbeatsPerSecond');
  const part = (what: string, cores: string, bytes: string | null) => ({
    part: what,
    cores: number(cores).toFixed(3),
    'µs for a heartbeat and its check': Math.round((1e6 * number(cores)) / perSecond),
    'memory MB': bytes === null ? '' : Math.round(number(bytes) / 1e6),
  });
  const all = number('apiCores') + number('workerCores') + number('redisCores');
  return [
    {
      title: `${instances} instances at ${intervalMs / 1000} s with 260 B of metadata: ${Math.round(perSecond)} heartbeats/s for ${Math.round(number('seconds'))} s`,
      rows: [
        part('API node', 'apiCores', 'apiBytes'),
        part('worker', 'workerCores', 'workerBytes'),
        part('Redis', 'redisCores', 'redisBytes'),
        {
          ...{ part: 'in all (target: 1.4 cores)', cores: all.toFixed(3) },
          ...{ 'µs for a heartbeat and its check': Math.round((1e6 * all) / perSecond), 'memory MB': '' },
        },
        part('load generator', 'fleetCores', null),
      ],
    },
    {
      title: 'What it does',
      rows: [
        { what: 'heartbeat answered within, p50 / p99 / max ms', value: times(cost) },
        { what: 'registrations/s over HTTP, before that', value: Math.round(registration.perSecond) },
        {
          what: '  µs of API node / worker / Redis for each',
          value: [registration.apiUs, registration.workerUs, registration.redisUs]
            .map(Math.round)
            .join(' / '),
        },
        { what: 'Redis B/instance, without events', value: Math.round(number('bytesPerInstance')) },
        { what: 'events, B/instance', value: Math.round(number('eventBytesPerInstance')) },
        { what: 'commands/s', value: Math.round(number('commandsPerSecond')) },
        { what: 'AOF KB/s', value: Math.round(number('aofBytesPerSecond') / 1000) },
        { what: 'times in which nothing could be heard', value: number('blindGaps') },
        { what: 'repairs of the sweep', value: number('repairs') },
      ],
    },
    {
      title: `${deaths} fall silent; lateness in ms past the exact deadline (target: p99 ≤ 250)`,
      rows: [{ ...found }],
    },
  ];
}

function times(cost: Record<string, number | Record<string, number>>): string {
  const names = ['heartbeatP50Ms', 'heartbeatP99Ms', 'heartbeatMs'];
  return names.map((name) => Math.round(cost[name] as number)).join(' / ');
}
