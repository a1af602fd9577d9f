import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../test/support/free-port.ts';

/** Several redis-servers on loopback that are one Cluster once `join` has joined them. */
export async function startPrimaries(
  count: number,
  joinThem: (addresses: string[]) => void,
): Promise<{ url: string; primaries: { client: Redis; pid: number }[]; close(): Promise<void> }> {
  const primaries = await Promise.all(Array.from({ length: count }, startOne));
  const addresses = primaries.map(({ port }) => `127.0.0.1:${port}`);
  joinThem(addresses);
  const isWhole = async ({ client }: { client: Redis }) => {
    const info = await client.cluster('INFO');
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${count}`);
  };
  while (!(await Promise.all(primaries.map(isWhole))).every(Boolean)) await wait(100);
  return {
    url: `redis://${addresses.join(',')}`,
    primaries,
    async close() {
      await Promise.all(primaries.map((primary) => primary.close()));
    },
  };
}

async function startOne(): Promise<{ port: number; pid: number; client: Redis; close(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'monitor-bench-'));
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir,
    'cluster-enabled': 'yes',
    appendonly: 'yes',
    save: '',
    hz: '100',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  return {
    port,
    pid: server.pid ?? 0,
    client,
    async close() {
      client.disconnect();
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
