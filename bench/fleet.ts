import { setTimeout as wait } from 'node:timers/promises';
import type { BenchOptions, BenchResult } from './bench.ts';
import { cpuSeconds } from './support/cpu-seconds.ts';
import { redisFigures } from './support/redis-figures.ts';
import { startBenchFleet } from './support/start-bench-fleet.ts';
import { startNode } from './support/start-node.ts';
import { startRedis } from './support/start-redis.ts';

const intervalMs = 30_000;

/** Twelve keys, as a fleet sends them. */
const metadata = {
  ...{ timestamp: '2026-01-01T00:00:00.000Z', cpu_percent: 12.5, memory_mb: 256.4, total_memory_mb: 2048 },
  ...{ disk_usage_percent: 41.2, thread_count: 24, requests_per_minute: 420, active_connections: 12 },
  ...{ region: 'eu-central-1', zone: 'a', build: '4711', queue_depth: 3 },
};

interface Cost {
  instances: number;
  heartbeatsPerSecond: number;
  apiCores: number;
  workerCores: number;
  redisCores: number;
  bytesPerInstance: number;
  /** Of these, what the events of the last minutes take: three for each registration, kept for ten minutes. */
  eventBytesPerInstance: number;
  commandsPerSecond: number;
  aofBytesPerSecond: number;
  failed: number;
  wrong: number;
}

/** How the cost of a beating fleet grows with its size, at the real interval of 30 s. */
export async function fleet({ isShort, say }: BenchOptions): Promise<BenchResult> {
  const sizes = isShort ? [300] : [10_000, 30_000, 100_000];
  const costs: Cost[] = [];
  for (const instances of sizes) costs.push(await measure(instances, isShort ? 10_000 : 60_000, say));
  const rows = costs.map((cost) => ({
    instances: cost.instances,
    'heartbeats/s': Math.round(cost.heartbeatsPerSecond),
    'cores API': cost.apiCores.toFixed(3),
    'cores worker': cost.workerCores.toFixed(3),
    'cores Redis': cost.redisCores.toFixed(3),
    'cores in all': (cost.apiCores + cost.workerCores + cost.redisCores).toFixed(3),
    'Redis B/instance': Math.round(cost.bytesPerInstance - cost.eventBytesPerInstance),
    '+ events': Math.round(cost.eventBytesPerInstance),
    'commands/s': Math.round(cost.commandsPerSecond),
    'AOF KB/s': Math.round(cost.aofBytesPerSecond / 1000),
  }));
  const mistakes = costs.flatMap((cost) => [
    ...(cost.failed > 0 ? [`${cost.instances}: ${cost.failed} heartbeats failed`] : []),
    ...(cost.wrong > 0 ? [`${cost.instances}: ${cost.wrong} instances were not Healthy`] : []),
  ]);
  const title = `A fleet at ${intervalMs / 1000} s with ${JSON.stringify(metadata).length} B of metadata, one API node, one worker, one Redis`;
  return { tables: [{ title, rows }], figures: { costs }, mistakes };
}

async function measure(instances: number, windowMs: number, say: (text: string) => void): Promise<Cost> {
  const redis = await startRedis();
  const [api, worker] = await Promise.all([startNode(redis.url, 'api'), startNode(redis.url, 'worker')]);
  const empty = await redisFigures(redis.client);
  const beating = await startBenchFleet({ url: api.ready, instances, perService: 5, intervalMs, metadata });
  try {
    say(`${instances} instances are registered`);
    // One interval for everybody's first heartbeat, and some for what it causes.
    await wait(Math.min(windowMs, intervalMs + 8_000));
    const look = async () => ({
      atMs: performance.now(),
      redis: await redisFigures(redis.client),
      sent: (await beating.report()).tally.sent,
      api: cpuSeconds(api.pid),
      worker: cpuSeconds(worker.pid),
      redisCpu: cpuSeconds(redis.pid),
    });
    const before = await look();
    await wait(windowMs);
    const after = await look();
    const seconds = (after.atMs - before.atMs) / 1000;
    const totals = await redis.client.hgetall('{m0}:totals');
    const healthy = Number(totals['instance:Healthy'] ?? 0);
    const { tally } = await beating.report();
    say(`${instances}: ${healthy} Healthy after ${tally.sent} heartbeats`);
    return {
      instances,
      heartbeatsPerSecond: (after.sent - before.sent) / seconds,
      apiCores: (after.api - before.api) / seconds,
      workerCores: (after.worker - before.worker) / seconds,
      redisCores: (after.redisCpu - before.redisCpu) / seconds,
      bytesPerInstance: (after.redis.memoryBytes - empty.memoryBytes) / instances,
      eventBytesPerInstance: Number(await redis.client.memory('USAGE', '{m0}:events')) / instances,
      commandsPerSecond: (after.redis.commands - before.redis.commands) / seconds,
      aofBytesPerSecond: (after.redis.aofBytes - before.redis.aofBytes) / seconds,
      failed: tally.failed,
      wrong: windowMs < intervalMs ? 0 : instances - healthy,
    };
  } finally {
    await beating.stop();
    await Promise.all([api.kill(), worker.kill()]);
    await redis.close();
  }
}
