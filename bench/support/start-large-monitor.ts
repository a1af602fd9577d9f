import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ids } from '../../src/store/ids.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { type FilledService, fillServices } from './fill-monitor.ts';
import { type LargeFleet, slotMs, startLargeFleet } from './start-large-fleet.ts';
import { startNode } from './start-node.ts';
import type { BenchProcess } from './start-process.ts';
import { type BenchRedis, startRedis } from './start-redis.ts';

export interface LargeMonitorOptions {
  instances: number;
  intervalMs: number;
  /** Whose last heartbeats are remembered. */
  watched: number[];
  say(text: string): void;
  /** So many register over HTTP; the others are written into Redis as if they had. */
  throughHttp: number;
}

export interface RegistrationCost {
  count: number;
  perSecond: number;
  /** Processor time of each, in microseconds for one registration. */
  apiUs: number;
  workerUs: number;
  redisUs: number;
}

/** A Redis, an API node, a worker and a beating fleet, every instance of which is Healthy. */
export interface LargeMonitor {
  redis: BenchRedis;
  /** The node of today: who restarts it puts the next one here. */
  api: BenchProcess;
  worker: BenchProcess;
  fleet: LargeFleet;
  env: Record<string, string>;
  /** Starts an API node where the fleet found the first one. */
  startApi(): Promise<BenchProcess>;
  /** What registrations over HTTP cost, with no heartbeats beside them. */
  registration: RegistrationCost;
  close(): Promise<void>;
}

const perService = 5;

/** Twelve keys, as a fleet sends them; the timestamp is put before them. */
const metadata = {
  ...{ cpu_percent: 12.5, memory_mb: 256.4, total_memory_mb: 2048 },
  ...{ disk_usage_percent: 41.2, thread_count: 24, requests_per_minute: 420, active_connections: 12 },
  ...{ region: 'eu-central-1', zone: 'a', build: '4711', queue_depth: 3 },
};

export async function startLargeMonitor(options: LargeMonitorOptions): Promise<LargeMonitor> {
  const { instances, intervalMs } = options;
  const redis = await startRedis();
  const idsFile = join(redis.dir, 'instances.txt');
  const env: Record<string, string> = {
    MONITOR_HEARTBEAT_INTERVAL: `${intervalMs}ms`,
    MONITOR_DOWN_AFTER: `${downAfterOf(intervalMs)}ms`,
  };
  const registration = await timeRegistrations(redis, env, idsFile, options);
  await fillFleet(redis.client, idsFile, options);
  const [api, worker] = await startNodes(redis, env);
  const fleet = await startLargeFleet({ ...fleetOf(options, idsFile), url: api.ready, instances });
  const monitor: LargeMonitor = {
    ...{ redis, api, worker, fleet, env, registration },
    startApi: () => startNode(redis.url, 'api', { ...env, MONITOR_PORT: new URL(api.ready).port }),
    async close() {
      await fleet.stop();
      await Promise.all([monitor.api.kill(), monitor.worker.kill()]);
      await redis.close();
    },
  };
  try {
    // Until everybody has beaten, and the node knows them.
    await wait(intervalMs);
    // Each becomes Healthy by a commit of its own, which takes longer than an interval where there are many.
    await untilHealthy(monitor, instances, 10 * intervalMs, options.say);
    return monitor;
  } catch (error) {
    await monitor.close();
    throw error;
  }
}

function startNodes(redis: BenchRedis, env: Record<string, string>): Promise<[BenchProcess, BenchProcess]> {
  return Promise.all([startNode(redis.url, 'api', env), startNode(redis.url, 'worker', env)]);
}

function fleetOf({ intervalMs, watched }: LargeMonitorOptions, idsFile: string) {
  return { perService, intervalMs, connections: 64, metadata, parallel: 192, watched, idsFile };
}

/** Registers the first ones over HTTP, and beats for them; ends the nodes with which it did. */
async function timeRegistrations(
  redis: BenchRedis,
  env: Record<string, string>,
  idsFile: string,
  options: LargeMonitorOptions,
): Promise<RegistrationCost> {
  const { throughHttp, say } = options;
  writeFileSync(idsFile, '');
  const [api, worker] = await startNodes(redis, env);
  const cpu = () => [api.pid, worker.pid, redis.pid].map(cpuSeconds);
  const before = cpu();
  const beganAtMs = performance.now();
  const fleet = await startLargeFleet({
    ...{ ...fleetOf(options, idsFile), watched: [], url: api.ready, instances: throughHttp },
  });
  try {
    await untilRegistered(fleet, options);
    const tookMs = performance.now() - beganAtMs;
    const [apiUs = 0, workerUs = 0, redisUs = 0] = cpu().map(
      (each, i) => (1e6 * (each - (before[i] ?? 0))) / throughHttp,
    );
    say(`${throughHttp} instances are registered over HTTP after ${seconds(tookMs)}`);
    return { count: throughHttp, perSecond: (1000 * throughHttp) / tookMs, apiUs, workerUs, redisUs };
  } finally {
    await Promise.all([fleet.stop(), api.kill(), worker.kill()]);
  }
}

/** Writes all but the first ones into Redis, and the ids of all into a file. */
async function fillFleet(
  client: BenchRedis['client'],
  idsFile: string,
  { instances, throughHttp, intervalMs, say }: LargeMonitorOptions,
): Promise<void> {
  const beganAtMs = performance.now();
  const found = Array.from({ length: throughHttp }, (_, n) =>
    ids.instanceId(ids.serviceId(nameOf(n), 'bench'), `host-${n}:8080`),
  );
  const nowMs = Date.now();
  // So that each is due in the fleet's own order one interval after it beat last.
  const seenMsOf = (host: number) => nowMs - intervalMs + ((slotMs * host) % intervalMs);
  const services = Array.from(
    { length: Math.ceil((instances - throughHttp) / perService) },
    (_, i): FilledService => {
      const firstHost = throughHttp + i * perService;
      const beating = { intervalMs, seenMsOf };
      return {
        serviceName: nameOf(firstHost),
        environment: 'bench',
        instances: perService,
        firstHost,
        beating,
      };
    },
  );
  // The time until the monitor starts is one in which nobody could be heard.
  await client.hset('{m0}:clock', 'tick', nowMs);
  await fillServices(client, services, nowMs, (instanceId) => found.push(instanceId));
  writeFileSync(idsFile, found.join('\n'));
  if (services.length > 0)
    say(`${instances - throughHttp} instances are written after ${seconds(performance.now() - beganAtMs)}`);
}

function nameOf(host: number): string {
  return `service-${Math.floor(host / perService)}`;
}

/** The least that the monitor takes: three missed heartbeats and the grace. */
export function downAfterOf(intervalMs: number): number {
  return 3 * intervalMs + Math.max(250, 0.2 * intervalMs);
}

/** How many instances are in each status. */
export async function countStatuses({ client }: BenchRedis): Promise<Record<string, number>> {
  const totals = await client.hgetall('{m0}:totals');
  const statuses = Object.entries(totals).filter(([name]) => name.startsWith('instance:'));
  return Object.fromEntries(statuses.map(([name, count]) => [name.slice('instance:'.length), Number(count)]));
}

async function untilRegistered(fleet: LargeFleet, { throughHttp, say }: LargeMonitorOptions): Promise<void> {
  const beganAtMs = performance.now();
  let saidAtMs = beganAtMs;
  for (;;) {
    await wait(100);
    const { registered } = await fleet.report();
    if (registered === throughHttp) return;
    const nowMs = performance.now();
    if (nowMs - saidAtMs < 10_000) continue;
    saidAtMs = nowMs;
    const perMs = registered / (nowMs - beganAtMs);
    const left = seconds((throughHttp - registered) / perMs);
    say(`${registered} registered, ${Math.round(1000 * perMs)}/s, ${left} left`);
  }
}

async function untilHealthy(
  { redis }: LargeMonitor,
  instances: number,
  timeoutMs: number,
  say: (text: string) => void,
): Promise<void> {
  const giveUpAtMs = performance.now() + timeoutMs;
  let saidAtMs = performance.now();
  for (;;) {
    // Who was Down in the part before is Recovered for two intervals.
    const counts = await countStatuses(redis);
    const { Healthy = 0, Recovered = 0 } = counts;
    if (Healthy + Recovered >= instances) return;
    const statuses = Object.entries(counts).filter(([, count]) => count !== 0);
    const words = `of ${instances} are ${statuses.map(([status, count]) => `${count} ${status}`).join(', ')}`;
    if (performance.now() > giveUpAtMs) throw new Error(words);
    if (performance.now() - saidAtMs > 30_000) {
      saidAtMs = performance.now();
      say(words);
    }
    await wait(500);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
