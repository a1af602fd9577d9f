import type { BenchOptions, BenchResult } from './bench.ts';
import { memoryByPart } from './support/memory-by-part.ts';
import { type FleetStore, openFleetStore } from './support/open-fleet-store.ts';
import { redisFigures } from './support/redis-figures.ts';
import { startRedis } from './support/start-redis.ts';

/** Twelve keys, as a fleet sends them. */
const metadata = JSON.stringify({
  ...{ timestamp: '2026-01-01T00:00:00.000Z', cpu_percent: 12.5, memory_mb: 256.4, total_memory_mb: 2048 },
  ...{ disk_usage_percent: 41.2, thread_count: 24, requests_per_minute: 420, active_connections: 12 },
  ...{ region: 'eu-central-1', zone: 'a', build: '4711', queue_depth: 3 },
});

type Row = Record<string, string | number>;

/** What one call to Redis costs by how much it carries, and what an instance needs in it. */
export async function costs({ isShort, say }: BenchOptions): Promise<BenchResult> {
  const instances = isShort ? 500 : 20_000;
  const redis = await startRedis();
  const store = await openFleetStore(redis.url, { instances, perService: 5, metadata });
  try {
    say(`${instances} instances are Healthy`);
    const memory = await memoryByPart(store);
    const rounds = isShort ? 1 : 3;
    const heartbeats: Row[] = [];
    for (const perCall of [1, 2, 4, 8, 16, 64, 200]) {
      const some = store.instanceIds.slice(0, Math.min(instances, perCall * (isShort ? 20 : 2_500)));
      const without = await best(rounds, () =>
        costOf(redis.client, some.length, () => store.beatAll(some, perCall, null)),
      );
      const withMetadata = await best(rounds, () =>
        costOf(redis.client, some.length, () => store.beatAll(some, perCall, metadata)),
      );
      heartbeats.push({
        'heartbeats in a call': perCall,
        'Redis µs a call': (without.redisUs * perCall).toFixed(1),
        'a heartbeat': without.redisUs.toFixed(2),
        'with metadata': withMetadata.redisUs.toFixed(2),
        'Node µs a heartbeat': without.nodeUs.toFixed(1),
      });
    }
    const checks: Row[] = [];
    for (const perBatch of [1, 10, 50, 166, 500]) {
      const cost = await best(rounds, () => costOfChecks(redis.client, store, perBatch, isShort));
      checks.push({
        'checks in a batch': perBatch,
        'Redis µs a check': cost.redisUs.toFixed(2),
        'Node µs a check': cost.nodeUs.toFixed(1),
      });
    }
    const totals = await redis.client.hgetall(store.keys.totals);
    const healthy = Number(totals['instance:Healthy'] ?? 0);
    return {
      tables: [
        { title: 'Heartbeats by how many go in one call', rows: heartbeats },
        { title: 'Checks of instances that were heard in time, by how many are due together', rows: checks },
        {
          title: `Memory of one instance of ${instances}, 5 a service, ${metadata.length} B of metadata`,
          rows: memory,
        },
      ],
      figures: { heartbeats, checks, memory },
      mistakes: healthy === instances ? [] : [`${instances - healthy} of ${instances} are not Healthy`],
    };
  } finally {
    await store.close();
    await redis.close();
  }
}

interface Cost {
  redisUs: number;
  nodeUs: number;
}

/** The smallest of some rounds: what others did on this machine meanwhile is no cost of ours. */
async function best(rounds: number, measure: () => Promise<Cost>): Promise<Cost> {
  const all: Cost[] = [];
  for (let i = 0; i < rounds; i++) all.push(await measure());
  return {
    redisUs: Math.min(...all.map((cost) => cost.redisUs)),
    nodeUs: Math.min(...all.map((cost) => cost.nodeUs)),
  };
}

async function costOf(
  client: Parameters<typeof redisFigures>[0],
  count: number,
  work: () => Promise<void>,
): Promise<Cost> {
  const before = await redisFigures(client);
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const after = await redisFigures(client);
  return { redisUs: (after.busyUs - before.busyUs) / count, nodeUs: (user + system) / count };
}

async function costOfChecks(
  client: Parameters<typeof redisFigures>[0],
  store: FleetStore,
  perBatch: number,
  isShort: boolean,
): Promise<Cost> {
  const batches = isShort ? 3 : Math.ceil(Math.min(20_000, perBatch * 500) / perBatch);
  const sum: Cost = { redisUs: 0, nodeUs: 0 };
  await store.beatAll(store.instanceIds, 200, null);
  for (let i = 0; i < batches; i++) {
    const from = (i * perBatch) % store.instanceIds.length;
    const some = store.instanceIds.slice(from, from + perBatch);
    await store.makeDue(some);
    const cost = await costOf(client, batches * some.length, async () => {
      await store.checkInstances(0);
    });
    sum.redisUs += cost.redisUs;
    sum.nodeUs += cost.nodeUs;
  }
  return sum;
}
