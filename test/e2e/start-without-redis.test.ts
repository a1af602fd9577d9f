import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { program } from '../support/program.ts';
import { testKey } from '../support/start-monitor.ts';

interface Place {
  dir: string;
  redisUrl: string;
}

function makePlace(): Place {
  const dir = mkdtempSync(join(tmpdir(), 'monitor-early-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return { dir, redisUrl: `unix://${join(dir, 'redis.sock')}` };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}

function startRedis({ dir }: Place, ...more: string[]): void {
  const args = ['--port', '0', '--unixsocket', join(dir, 'redis.sock'), '--dir', dir, '--save', '', ...more];
  const server = spawn('redis-server', args, { stdio: 'ignore' });
  onTestFinished(async () => void (await end(server, 'SIGKILL')));
}

/** Runs as soon as it listens; it may not be ready for long. */
async function startNode({ dir, redisUrl }: Place, roles: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [program, 'start', '--roles', roles], {
    cwd: dir,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      REDIS_URL: redisUrl,
      MONITOR_PORT: String(port),
      MONITOR_API_KEY: testKey,
    },
  });
  onTestFinished(async () => void (await end(child, 'SIGKILL')));
  await eventually('it listens', () => statusOf(`${url}/livez`).then((status) => status === 200), 30_000);
  return { url, child };
}

const statusOf = (url: string) =>
  fetch(url, { headers: { 'x-api-key': testKey } }).then(
    ({ status }) => status,
    () => 0,
  );

async function readiness(url: string) {
  const reply = await fetch(`${url}/readyz`);
  const { reason } = (await reply.json()) as { reason?: string };
  return { status: reply.status, reason };
}

const register = (url: string) =>
  fetch(`${url}/api/services/register`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify({ serviceName: 'early', environment: 'test', instanceId: 'one' }),
  });

const beat = (url: string) =>
  fetch(`${url}/api/services/heartbeat`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify({ instanceId: '00000000-0000-8000-8000-000000000000' }),
  });

test('a node that starts before its Redis answers at once, says what is missing, counts the heartbeats, and works when Redis is there', async () => {
  const place = makePlace();
  const { url } = await startNode(place, 'api,worker');
  expect(await readiness(url)).toMatchObject({ status: 503, reason: 'Redis does not answer' });
  const early = await register(url);
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
  expect(early.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(await early.json()).toMatchObject({
    code: 'unavailable',
    detail: 'This node is not ready: Redis does not answer. Try again.',
  });
  for (const path of ['/', '/docs/', '/openapi.json', '/api/services', '/nowhere'])
    expect([path, await statusOf(url + path)]).toEqual([path, 503]);
  expect((await beat(url)).status).toBe(503);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('monitor_heartbeats_total{result="unavailable"} 1');
  for (const path of ['/livez', '/version', '/metrics'])
    expect([path, await statusOf(url + path)]).toEqual([path, 200]);

  startRedis(place);
  await eventually('it is ready', async () => (await readiness(url)).status === 200);
  expect((await register(url)).status).toBe(200);
  expect(await statusOf(`${url}/`)).toBe(200);
});

test('a node that finds Redis full says so, and works when there is room', async () => {
  const place = makePlace();
  startRedis(place, '--maxmemory', '1', '--maxmemory-policy', 'noeviction');
  const { url } = await startNode(place, 'api');
  await eventually('it says why', async () => (await readiness(url)).reason?.includes('full'));
  expect(await readiness(url)).toMatchObject({ status: 503, reason: 'Redis is full and refuses writes' });
  expect((await register(url)).status).toBe(503);

  const redis = new Redis({ path: join(place.dir, 'redis.sock') });
  onTestFinished(() => redis.disconnect());
  await redis.config('SET', 'maxmemory', '0');
  await eventually('it is ready', async () => (await readiness(url)).status === 200);
  expect((await register(url)).status).toBe(200);
});

test.each(['api', 'worker'])(
  'a node (%s) that is told to stop while it waits for Redis ends with 0 at once',
  async (roles) => {
    const { url, child } = await startNode(makePlace(), roles);
    expect((await readiness(url)).status).toBe(503);
    const toldAtMs = performance.now();
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(performance.now() - toldAtMs).toBeLessThan(5_000);
  },
);
