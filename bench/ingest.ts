import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { BenchOptions, BenchResult } from './bench.ts';
import { cpuSeconds } from './support/cpu-seconds.ts';
import { percentile } from './support/percentile.ts';
import { type RedisFigures, redisFigures } from './support/redis-figures.ts';
import { registerInstances } from './support/register-instances.ts';
import { benchKey, startNode } from './support/start-node.ts';
import { type BenchProcess, startProcess } from './support/start-process.ts';
import { startRedis } from './support/start-redis.ts';

interface Round {
  perSecond: number;
  total: number;
  failed: number;
  p50: number;
  p99: number;
}

/** Twelve keys, as a fleet sends them. */
const metadata = JSON.stringify({
  ...{ timestamp: '2026-01-01T00:00:00.000Z', cpu_percent: 12.5, memory_mb: 256.4, total_memory_mb: 2048 },
  ...{ disk_usage_percent: 41.2, thread_count: 24, requests_per_minute: 420, active_connections: 12 },
  ...{ region: 'eu-central-1', zone: 'a', build: '4711', queue_depth: 3 },
});

/** One node against a bare handler in one run, in turn; then several nodes. */
export async function ingest({ isShort, say }: BenchOptions): Promise<BenchResult> {
  const rounds = isShort ? 1 : 5;
  const seconds = isShort ? 2 : 5;
  const dir = mkdtempSync(join(tmpdir(), 'monitor-ingest-'));
  const redis = await startRedis();
  const nodes: BenchProcess[] = [];
  const bare = await startProcess('bench/support/bare-node.ts', []);
  const mistakes: string[] = [];
  try {
    // Checks are another bench's business: at this interval none comes due.
    const startApi = async () => {
      const started = await startNode(redis.url, 'api', { MONITOR_HEARTBEAT_INTERVAL: '1h' });
      nodes.push(started);
      return started;
    };
    const node = await startApi();
    const file = await registerInstances(node.ready, isShort ? 500 : 5_000, 5, dir);
    const load = async (urls: string[], body = '', forSeconds = seconds): Promise<Round> => {
      const args = [urls.join(','), '64', String(forSeconds), file, body];
      const generator = await startProcess('bench/support/load-generator.ts', args, { BENCH_KEY: benchKey });
      const round = JSON.parse(await generator.result()) as Round;
      if (round.failed > 0) mistakes.push(`${round.failed} of ${round.total} heartbeats failed`);
      return round;
    };
    // Until both are compiled: the first seconds say more of the compiler than of the program.
    for (let i = 0; i < (isShort ? 1 : 2); i++) {
      await load([bare.ready]);
      await load([node.ready]);
    }

    const pairs: {
      bare: Round;
      node: Round;
      redisUs: number;
      perCall: number;
      aofBytes: number;
      cpuUs: number;
      redisCpuUs: number;
    }[] = [];
    for (let i = 0; i < rounds; i++) {
      const bareRound = await load([bare.ready]);
      const before = {
        redis: await redisFigures(redis.client),
        cpu: cpuSeconds(node.pid),
        redisCpu: cpuSeconds(redis.pid),
      };
      const nodeRound = await load([node.ready]);
      const after = {
        redis: await redisFigures(redis.client),
        cpu: cpuSeconds(node.pid),
        redisCpu: cpuSeconds(redis.pid),
      };
      const per = (amount: number) => amount / nodeRound.total;
      pairs.push({
        bare: bareRound,
        node: nodeRound,
        redisUs: per(after.redis.busyUs - before.redis.busyUs),
        perCall: nodeRound.total / (callsOf(after.redis) - callsOf(before.redis)),
        aofBytes: per(after.redis.aofBytes - before.redis.aofBytes),
        cpuUs: per((after.cpu - before.cpu) * 1e6),
        redisCpuUs: per((after.redisCpu - before.redisCpu) * 1e6),
      });
      say(
        `round ${i + 1} of ${rounds}: bare ${Math.round(bareRound.perSecond)}/s, node ${Math.round(nodeRound.perSecond)}/s`,
      );
    }

    const zaddUs = await plainZaddUs(redis.client);
    const beforeMeta = await redisFigures(redis.client);
    const withMetadata = await load([node.ready], metadata);
    const afterMeta = await redisFigures(redis.client);
    const scaling: Record<string, string | number>[] = [];
    for (const count of isShort ? [1, 2] : [1, 2, 4]) {
      while (nodes.length < count) {
        const { ready } = await startApi();
        // Each by itself until it is steady: beside a warm one a cold one would get few requests to be compiled by.
        await warm(isShort, async () => (await load([ready], '', isShort ? 1 : 3)).perSecond);
      }
      const round = await load(nodes.map((each) => each.ready));
      scaling.push({ nodes: count, 'heartbeats/s': Math.round(round.perSecond), 'p99 ms': round.p99 });
      say(`${count} nodes: ${Math.round(round.perSecond)}/s`);
    }

    const median = (pick: (pair: (typeof pairs)[number]) => number) => percentile(pairs.map(pick), 0.5);
    const figures = {
      heartbeatsPerSecond: median((pair) => pair.node.perSecond),
      barePerSecond: median((pair) => pair.bare.perSecond),
      ratio: median((pair) => pair.node.perSecond / pair.bare.perSecond),
      p50Ms: median((pair) => pair.node.p50),
      p99Ms: median((pair) => pair.node.p99),
      p99Ratio: median((pair) => pair.node.p99 / pair.bare.p99),
      redisUsPerHeartbeat: median((pair) => pair.redisUs),
      aofBytesPerHeartbeat: median((pair) => pair.aofBytes),
      heartbeatsPerCall: median((pair) => pair.perCall),
      plainZaddUs: zaddUs,
      nodeCpuUsPerHeartbeat: median((pair) => pair.cpuUs),
      redisCpuUsPerHeartbeat: median((pair) => pair.redisCpuUs),
      withMetadata: {
        perSecond: withMetadata.perSecond,
        redisUs: (afterMeta.busyUs - beforeMeta.busyUs) / withMetadata.total,
        aofBytes: (afterMeta.aofBytes - beforeMeta.aofBytes) / withMetadata.total,
        metadataBytes: metadata.length,
      },
      scaling,
    };
    return { tables: tablesOf(figures, rounds, seconds), figures, mistakes };
  } finally {
    await Promise.all([...nodes, bare].map((each) => each.stop()));
    await redis.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Repeats a round until it is no faster than the one before by more than a twentieth. */
async function warm(isShort: boolean, round: () => Promise<number>): Promise<void> {
  let before = await round();
  for (let i = 0; i < (isShort ? 0 : 6); i++) {
    const now = await round();
    if (now < before * 1.05) return;
    before = now;
  }
}

/** The yardstick for Redis times: machines differ, and so does one machine from hour to hour. */
async function plainZaddUs(client: Redis): Promise<number> {
  const before = (await redisFigures(client)).commandUs['zadd'] ?? { calls: 0, usec: 0 };
  for (let i = 0; i < 2_000; i++) await client.zadd('yardstick', i, `member-${i}`);
  const after = (await redisFigures(client)).commandUs['zadd'] ?? { calls: 0, usec: 0 };
  await client.del('yardstick');
  return (after.usec - before.usec) / 2_000;
}

function callsOf(figures: RedisFigures): number {
  return figures.commandUs['evalsha']?.calls ?? 0;
}

function tablesOf(
  figures: Record<string, unknown> & {
    scaling: Record<string, string | number>[];
    withMetadata: Record<string, number>;
  },
  rounds: number,
  seconds: number,
): BenchResult['tables'] {
  const number = (name: string, digits: number) => (figures[name] as number).toFixed(digits);
  const meta = figures.withMetadata;
  return [
    {
      title: `One node and a bare handler in turn, ${rounds} rounds of ${seconds} s, 64 connections (medians)`,
      rows: [
        { what: 'heartbeats/s, node', value: number('heartbeatsPerSecond', 0), target: '' },
        { what: 'requests/s, bare handler', value: number('barePerSecond', 0), target: '' },
        { what: 'ratio', value: number('ratio', 2), target: '≥ 0.75' },
        { what: 'p50 ms', value: number('p50Ms', 1), target: '' },
        { what: 'p99 ms', value: number('p99Ms', 1), target: '' },
        { what: 'p99 ÷ bare p99', value: number('p99Ratio', 2), target: '≤ 2.5' },
        {
          what: 'Redis script time per heartbeat, µs',
          value: number('redisUsPerHeartbeat', 2),
          target: '≤ 3',
        },
        { what: 'a plain ZADD on this machine, µs', value: number('plainZaddUs', 2), target: '' },
        { what: 'heartbeats in one Redis call', value: number('heartbeatsPerCall', 1), target: '' },
        { what: 'AOF per heartbeat, B', value: number('aofBytesPerHeartbeat', 0), target: '≤ 120' },
        { what: 'node CPU per heartbeat, µs', value: number('nodeCpuUsPerHeartbeat', 1), target: '' },
        { what: 'Redis CPU per heartbeat, µs', value: number('redisCpuUsPerHeartbeat', 1), target: '' },
        {
          what: `with ${meta['metadataBytes']} B of metadata: heartbeats/s`,
          value: Math.round(meta['perSecond'] ?? 0),
          target: '',
        },
        { what: '  Redis script time, µs', value: (meta['redisUs'] ?? 0).toFixed(2), target: '' },
        { what: '  AOF, B', value: (meta['aofBytes'] ?? 0).toFixed(0), target: '' },
      ],
    },
    { title: 'Nodes side by side', rows: figures.scaling },
  ];
}
