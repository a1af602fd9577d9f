import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, primariesOf, whenReady } from '../../src/store/client/connect.ts';
import { apiClient } from '../support/api-client.ts';
import { startMonitor } from '../support/start-monitor.ts';
import { startClusterTopology, type Topology } from '../support/topologies.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let cluster: Topology;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'backup-cluster-'));
  cluster = await startClusterTopology();
});
afterAll(async () => {
  await cluster.close();
  rmSync(dir, { recursive: true, force: true });
});

async function emptyAll(): Promise<void> {
  const client = connect(cluster.url, 'blocking', () => undefined);
  await whenReady(client);
  await Promise.all(primariesOf(client).map((node) => node.flushall()));
  client.disconnect();
}

test('a backup of a Redis Cluster is one of all its primaries, and goes back onto all of them', async () => {
  const run = (...args: string[]) => runCommand(dir, args, { REDIS_URL: cluster.url });
  const names = Array.from({ length: 24 }, (_, i) => `service-${i}`);
  let monitor = await startMonitor({ redisUrl: cluster.url });
  try {
    for (const serviceName of names) {
      const body = { serviceName, environment: 'test', instanceId: 'one' };
      const reply = await apiClient(monitor.url).call('POST', '/api/services/register', body);
      expect(reply.status).toBe(200);
    }
    const before = await apiClient(monitor.url).services();
    expect(before).toHaveLength(names.length);
    expect(await run('backup', 'cluster.ndjson')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('24 services, 24 instances'),
    });
    await monitor.stop();

    const refused = await run('restore', 'cluster.ndjson');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
    await emptyAll();
    expect(await run('restore', 'cluster.ndjson')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('24 checks are scheduled'),
    });
    expect(JSON.parse((await run('doctor', '--json')).stdout).findings).toContainEqual(
      expect.objectContaining({ what: 'Partitions', found: '16', level: 'ok' }),
    );
    monitor = await startMonitor({ redisUrl: cluster.url });
    expect(await apiClient(monitor.url).services()).toEqual(before);
  } finally {
    await monitor.stop();
  }
});
