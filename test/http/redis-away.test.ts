import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { callOnce, type Reply } from './call.ts';
import { type Monitor, startMonitor } from './start-monitor.ts';

let monitor: Monitor;
let instanceId: string;
let server: ChildProcess;
let dir: string;
/** Numbers of the heartbeats that were sent, and the newest that was answered with 200. */
let sent = 0;
let stored = 0;

const registration = { serviceName: 'away', environment: 'test', instanceId: 'one' };
const nobody = '00000000-0000-8000-8000-000000000000';
const register = () => callOnce(monitor, 'POST', '/api/services/register', { body: registration });

async function beat(): Promise<Reply> {
  const n = ++sent;
  const reply = await callOnce(monitor, 'POST', '/api/services/heartbeat', {
    body: { instanceId, metadata: { n } },
  });
  if (reply.status === 200) stored = Math.max(stored, n);
  return reply;
}

/** Not the private one, which the program itself would start again at once. */
function startRedis(): ChildProcess {
  const socket = join(dir, 'redis.sock');
  const args = ['--port', '0', '--unixsocket', socket, '--dir', dir, '--appendonly', 'yes', '--save', ''];
  return spawn('redis-server', args, { stdio: 'ignore' });
}

async function killRedis(): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'monitor-away-'));
  server = startRedis();
  monitor = await startMonitor({ REDIS_URL: `unix://${join(dir, 'redis.sock')}` });
  instanceId = (await register()).body.instanceId;
});

afterAll(async () => {
  await monitor.stop();
  await killRedis();
  rmSync(dir, { recursive: true, force: true });
});

it('answers 503 within a second while Redis is away, and 200 again when it is back', async () => {
  expect((await beat()).status).toBe(200);
  // Many are under way when Redis dies: each learns the truth.
  const underWay = Array.from({ length: 200 }, () => beat());
  await killRedis();
  expect(new Set((await Promise.all(underWay)).map(({ status }) => status))).toSatisfy((found: Set<number>) =>
    [...found].every((status) => status === 200 || status === 503),
  );
  const storedThen = stored;

  for (let round = 0; round < 10; round++) {
    for (const ask of [beat, register, () => callOnce(monitor, 'GET', '/api/services')]) {
      const askedAtMs = performance.now();
      const { status, headers, body } = await ask();
      expect(performance.now() - askedAtMs).toBeLessThan(1_000);
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
  }
  expect((await callOnce(monitor, 'GET', '/livez')).status).toBe(200);
  const askedAtMs = performance.now();
  const scrapes = await Promise.all(Array.from({ length: 20 }, () => callOnce(monitor, 'GET', '/metrics')));
  expect(performance.now() - askedAtMs).toBeLessThan(1_000);
  for (const { status, body } of scrapes) {
    expect(status).toBe(200);
    expect(body).toMatch(/^monitor_redis_up 0$/m);
    expect(body).toMatch(/^monitor_heartbeats_total\{result="unavailable"\} [1-9]/m);
    expect(body).not.toMatch(/^monitor_(instances|services|incidents_open|impaired|queue_jobs)\b/m);
  }
  const notReady = await callOnce(monitor, 'GET', '/readyz');
  expect([notReady.status, notReady.headers.get('retry-after')]).toEqual([503, '1']);

  server = startRedis();
  const instance = await eventually(
    'the instance is read',
    () => callOnce(monitor, 'GET', `/api/instances/${instanceId}`),
    ({ status }) => status === 200,
  );
  expect(instance.body.lastHeartbeat.n).toBeGreaterThanOrEqual(storedThen);
  expect((await beat()).status).toBe(200);
  expect((await register()).body.instanceId).toBe(instanceId);
  const { body } = await eventually(
    'the metrics are back',
    () => callOnce(monitor, 'GET', '/metrics'),
    ({ body }) => /^monitor_redis_up 1$/m.test(body),
  );
  expect(body).toMatch(/^monitor_instances\{status="\w+"\} 1$/m);
  expect(body).toMatch(/^monitor_incidents_open 0$/m);
  await eventually(
    'the node is ready',
    () => callOnce(monitor, 'GET', '/readyz'),
    ({ status }) => status === 200,
  );
});

it('counts a heartbeat that comes with a bound key as unavailable, and not as refused, while Redis is away', async () => {
  const { body } = await callOnce(monitor, 'POST', '/api/keys', {
    body: { name: 'bound', scopes: ['ingest'], environments: ['test'] },
  });
  const headers = { 'x-api-key': body.key };
  await eventually(
    'the key is known',
    () => callOnce(monitor, 'POST', '/api/services/heartbeat', { body: { instanceId: nobody }, headers }),
    ({ status }) => status === 404,
  );
  await killRedis();
  onTestFinished(() => void (server = startRedis()));
  const refused = await callOnce(monitor, 'POST', '/api/services/heartbeat', {
    body: { instanceId },
    headers,
  });
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  const { body: metrics } = await callOnce(monitor, 'GET', '/metrics');
  expect(metrics).toMatch(/^monitor_heartbeats_total\{result="refused"\} 0$/m);
});
