import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KnownNode } from '../../src/domain/node-settings.ts';
import { runCommand } from '../commands/run-command.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRedis, type TestRedis } from '../support/open-redis.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';

let redis: TestRedis;
let cluster: Cluster;
let stray: RunningMonitor;
let ops: Awaited<ReturnType<typeof startHttpReceiver>>;

const said = /node \S+ \(pid \d+\) has downAfter (4\.0 s|2 min), node \S+ \(pid \d+\) has (4\.0 s|2 min)/;

beforeAll(async () => {
  redis = await openTestRedis();
  ops = await startHttpReceiver();
  const file = `channels: [{ id: ops, type: webhook, url: "${ops.url}", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`;
  cluster = await startCluster(['api,worker'], file, {}, redis);
  stray = await startMonitor({ redisUrl: redis.url, file, env: { MONITOR_ROLES: 'worker' } });
});

afterAll(async () => {
  await stray.stop();
  await cluster.close();
  await ops.close();
});

/** Sets back by a minute since when each node says what it says; true once all have it so. */
async function makeOlder(client: Redis): Promise<boolean> {
  const nodes = Object.values(await client.hgetall('{m0}:nodes')).map(
    (text) => JSON.parse(text) as KnownNode,
  );
  const young = nodes.filter(({ sinceMs, shownAtMs }) => shownAtMs - sinceMs < 60_000);
  for (const node of young) {
    const older = { ...node, sinceMs: node.sinceMs - 60_000 };
    await client.hset('{m0}:nodes', node.nodeId, JSON.stringify(older));
  }
  return young.length === 0;
}

test('two nodes with different times on one Redis: the doctor and the operator are told which', async () => {
  const doctor = await runCommand('/', ['doctor', '--json'], { REDIS_URL: redis.url });
  const { findings } = JSON.parse(doctor.stdout) as { findings: { what: string; found: string }[] };
  expect(doctor.code).toBe(1);
  expect(findings.find(({ what }) => what === 'Setting downAfter')?.found).toMatch(said);

  const told = () => ops.requests.map(({ body }) => body).find((body) => body.includes('config-differs'));
  expect(told()).toBeUndefined();
  const client = new Redis(redis.url.replace('unix://', ''));
  try {
    // A node that shows itself at this moment writes what it read before.
    await eventually('both live for a minute', () => makeOlder(client));
    await eventually('the operator is told', () => told() !== undefined, 30_000);
  } finally {
    client.disconnect();
  }
  expect(told()).toMatch(said);
  const metrics = await (await fetch(`${stray.url}/metrics`)).text();
  expect(metrics).toContain('monitor_impaired{cause="config-differs"} 1');
});
