import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** One redis-server on a port of its own. */
export interface RedisProcess {
  port: number;
  /** Where it keeps its data. */
  dir: string;
  client: Redis;
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
}

/** Starts a redis-server with `settings`; with `sentinel` its lines are a Sentinel's configuration. */
export async function startRedisProcess(
  settings: Record<string, string>,
  sentinel: string[] | null = null,
): Promise<RedisProcess> {
  const dir = mkdtempSync(join(tmpdir(), 'monitor-node-'));
  const port = await freePort();
  const all = { port: String(port), bind: '127.0.0.1', dir, hz: '100', ...settings };
  const lines = [...Object.entries(all).map(([name, value]) => `${name} ${value}`), ...(sentinel ?? [])];
  const file = join(dir, 'redis.conf');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const child = spawn('redis-server', [file, ...(sentinel === null ? [] : ['--sentinel'])], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const { requirepass: password } = settings;
  const client = new Redis({
    ...{ port, host: '127.0.0.1', retryStrategy: () => 100, maxRetriesPerRequest: null },
    ...(password === undefined ? {} : { password }),
  });
  client.on('error', () => undefined);
  await eventually('redis-server answers', async () => (await client.ping()) === 'PONG');
  return {
    port,
    dir,
    client,
    signal: (signal) => void child.kill(signal),
    async kill() {
      client.disconnect();
      child.kill('SIGKILL');
      await exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
