import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { AppProcess } from './support/app-process.ts';
import { freePort } from './support/free-port.ts';
import { apiKey, RealMonitor } from './support/real-monitor.ts';
import { sharedMonitor } from './support/shared-monitor.ts';
import { until } from './support/until.ts';
import { wire } from './support/wire.ts';

const monitor = sharedMonitor();
const apps: AppProcess[] = [];

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.kill()));
});

function start(name: string, service: string, url = monitor.url, key = apiKey): Promise<AppProcess> {
  const app = new AppProcess(name, {
    SERVICE_MONITOR_URL: url,
    SERVICE_MONITOR_API_KEY: key,
    SERVICE_MONITOR_SERVICE: service,
    SERVICE_MONITOR_ENVIRONMENT: 'test',
    SERVICE_MONITOR_HEARTBEAT_INTERVAL: '1s',
  });
  apps.push(app);
  return app.listening();
}

async function idOf(app: AppProcess): Promise<string> {
  const { instanceId } = await app.untilStatus('a heartbeat', (status) => status.heartbeats > 0);
  return instanceId ?? '';
}

/** Opens a request and resolves when it is sent; its answer is not waited for. */
function ask(port: number, path: string): Promise<void> {
  return new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path },
      (response) => void response.resume().once('end', resolve),
    );
    asked.on('error', () => undefined);
    asked.end(() => path === '/slow' && resolve());
  });
}

test('what an application says of its health is shown, and makes nobody Down', async () => {
  const app = await start('health-app', 'health');
  const instanceId = await idOf(app);
  for (const expected of [
    { health: 'degraded', healthReasons: 'the queue is long', status: 'Healthy' },
    { health: 'unhealthy', healthReasons: 'the disk is full', status: 'Healthy' },
    { health: 'healthy', healthReasons: null, status: 'Healthy' },
  ]) {
    app.child.send('another health');
    await expect.poll(() => monitor.instance(instanceId), { timeout: 10_000 }).toMatchObject(expected);
  }
  expect(app.output).toEqual([]);
});

test('a Fastify application under load is Healthy with plausible metrics, and Stopped after SIGTERM', async () => {
  const app = await start('fastify-app', 'fastify-shop');
  const instanceId = await idOf(app);
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 20 }, () => ask(app.port, '/')));
  await Promise.all(Array.from({ length: 5 }, () => ask(app.port, '/slow')));

  const instance = await until('the load in a heartbeat', async () => {
    const found = await monitor.instance(instanceId);
    return found?.lastHeartbeat?.['active_connections'] === 5 && found;
  });
  expect(instance).toMatchObject({
    status: 'Healthy',
    port: app.port,
    url: `http://127.0.0.1:${app.port}`,
    processId: app.child.pid,
    expectedIntervalSeconds: 1,
  });
  expect(instance.metadata).toMatchObject({
    team: 'shop',
    sdk_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    framework: expect.stringMatching(/^Fastify 5.* on Node\.js \d+/),
    process_id: app.child.pid,
  });
  expect(instance.lastHeartbeat?.['requests_per_minute']).toBe(205);
  const within = (key: string, least: number, most: number) => {
    expect({ [key]: instance.lastHeartbeat?.[key] }).toSatisfy(() => {
      const value = instance.lastHeartbeat?.[key] ?? Number.NaN;
      return value > least && value <= most;
    });
  };
  within('cpu_percent', 0, 100);
  within('memory_mb', 20, 2_000);
  within('total_memory_mb', instance.lastHeartbeat?.['memory_mb'] ?? 0, 10_000_000);
  within('disk_usage_percent', 0, 100);
  within('thread_count', 3, 200);

  // Five requests never end, and Fastify waits for them.
  app.child.kill('SIGTERM');
  await monitor.untilStatus(instanceId, 'Stopped');
});

test('the golden bodies are taken by the monitor, and its answers have the shape of the golden ones', async () => {
  const send = async (path: string, body: unknown) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const reply = await fetch(monitor.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await reply.json()) as Record<string, string>;
  };
  const registered = await send('/api/services/register', wire('register'));
  expect(Object.keys(registered)).toEqual(Object.keys(wire('register-response')));
  const received = await send('/api/services/heartbeat', {
    ...wire('heartbeat'),
    instanceId: registered['instanceId'],
  });
  expect(Object.keys(received)).toEqual(Object.keys(wire('heartbeat-response')));
});

test('a wrong key is refused, and the application runs on', async () => {
  const app = await start('http-app', 'locked-shop', monitor.url, `${apiKey.slice(0, -1)}y`);
  const status = await app.untilStatus('the refusal', ({ state }) => state === 'refused');
  expect(status).toMatchObject({ instanceId: null, lastProblem: expect.stringMatching(/ answered 401: /) });
  await ask(app.port, '/');
  expect(app.output.join('').trim().split('\n')).toHaveLength(1);
});

test('a frozen process becomes Degraded and Down, and Recovered when it thaws', async () => {
  const app = await start('http-app', 'frozen-shop');
  const instanceId = await idOf(app);
  await monitor.untilStatus(instanceId, 'Healthy');

  const seen: string[] = [];
  app.child.kill('SIGSTOP');
  await monitor.untilStatus(instanceId, 'Down', seen);
  expect(seen).toEqual(['Healthy', 'Degraded', 'Down']);

  app.child.kill('SIGCONT');
  await monitor.untilStatus(instanceId, 'Recovered', seen);
  await monitor.untilStatus(instanceId, 'Healthy', seen);
  expect(seen).toEqual(['Healthy', 'Degraded', 'Down', 'Recovered', 'Healthy']);
});

test('with handleSignals a bare HTTP server is Stopped on SIGTERM and still dies of it', async () => {
  const app = await start('http-app', 'bare-shop');
  const instanceId = await idOf(app);
  app.child.kill('SIGTERM');
  expect(await app.exited()).toEqual({ code: null, signal: 'SIGTERM' });
  await monitor.untilStatus(instanceId, 'Stopped');
});

test('an application that started before the monitor registers with it, and again after it lost its memory', async () => {
  const late = new RealMonitor(await freePort());
  const app = await start('fastify-app', 'early-shop', late.url);
  await app.untilStatus('a failure', (status) => status.failures > 0);
  try {
    await late.start();
    const instanceId = await idOf(app);
    await late.untilStatus(instanceId, 'Healthy');

    await late.stop();
    await app.untilStatus('the outage to be noticed', (status) => status.state === 'failing');
    await late.start();
    const status = await app.untilStatus(
      'another registration',
      (now) => now.registrations === 2 && now.failuresInARow === 0,
    );
    expect(status.instanceId).toBe(instanceId);
    await late.untilStatus(instanceId, 'Healthy');
  } finally {
    await late.stop();
  }
});
