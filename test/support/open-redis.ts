import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.ts';

/** A Redis for one test file, empty at the start. */
export interface TestRedis {
  url: string;
  close(): Promise<void>;
}

/** `TEST_REDIS_URL` where it is set, else a redis-server of this machine, else one in a container. */
export async function openTestRedis(): Promise<TestRedis> {
  const given = process.env['TEST_REDIS_URL'];
  if (given) return openDatabase(given);
  const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
  return isInstalled ? startServer() : startContainer();
}

/** A given server is shared by test files that run side by side: each takes a database of its own. */
async function openDatabase(server: string): Promise<TestRedis> {
  const database = Number(process.env['VITEST_POOL_ID'] ?? 1) % 16;
  const url = `${server.replace(/\/\d*$/, '')}/${database}`;
  const client = new Redis(url);
  await client.flushdb();
  return {
    url,
    async close() {
      await client.flushdb();
      client.disconnect();
    },
  };
}

/** What the monitor wants of Redis (deploy/redis.conf), as far as tests need it. */
const settings = ['--hz', '100', '--appendonly', 'yes', '--save', ''];

async function startServer(): Promise<TestRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'monitor-redis-'));
  const socket = join(dir, 'redis.sock');
  const args = ['--port', '0', '--unixsocket', socket, '--dir', dir, ...settings];
  const server: ChildProcess = spawn('redis-server', args, { stdio: 'ignore' });
  await eventually('redis-server answers', () => isUp(socket));
  return {
    url: `unix://${socket}`,
    async close() {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function isUp(socket: string): Promise<boolean> {
  const client = new Redis({ path: socket, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

async function startContainer(): Promise<TestRedis> {
  const { GenericContainer } = await import('testcontainers');
  const container = await new GenericContainer('redis:8.2.9-bookworm')
    .withCommand(['redis-server', ...settings, '--bind', '*', '--protected-mode', 'no'])
    .withExposedPorts(6379)
    .start()
    .catch((cause: unknown) => {
      throw new Error('tests need a Redis: TEST_REDIS_URL, a redis-server, or Docker', { cause });
    });
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
    async close() {
      await container.stop();
    },
  };
}
