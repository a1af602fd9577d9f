import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** A redis-server of a bench's own, with the settings that the monitor asks for. */
export interface BenchRedis {
  url: string;
  /** Where it keeps its data. */
  dir: string;
  pid: number;
  client: Redis;
  /** Kills it and starts it again with the same data; resolves when it has loaded them and serves. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startRedis(more: Record<string, string> = {}): Promise<BenchRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'monitor-bench-'));
  const socket = join(dir, 'redis.sock');
  const settings = {
    ...{ port: '0', unixsocket: socket, dir, appendonly: 'yes', appendfsync: 'everysec', save: '' },
    ...{ hz: '100', 'hash-max-listpack-value': '256', 'maxmemory-policy': 'noeviction' },
    // An AOF that is rewritten in the middle of a run shrinks, and with it the figure.
    'auto-aof-rewrite-percentage': '0',
    ...more,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const start = () => spawn('redis-server', args, { stdio: 'ignore' });
  let server = start();
  const client = new Redis({ path: socket, retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  const untilServing = async () => {
    while ((await client.ping().catch(() => null)) !== 'PONG') await wait(20);
  };
  await untilServing();
  const kill = async () => {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  return {
    url: `unix://${socket}`,
    dir,
    get pid() {
      return server.pid ?? 0;
    },
    client,
    async restart() {
      await kill();
      server = start();
      await untilServing();
    },
    async close() {
      client.disconnect();
      await kill();
      await wait(10);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
