import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { AppProcess } from './support/app-process.ts';
import { type Odd, OddProxy, type Passing } from './support/odd-proxy.ts';
import { apiKey } from './support/real-monitor.ts';
import { sharedMonitor } from './support/shared-monitor.ts';

// What the real monitor thinks of an application when something on the way to it goes wrong: no false Down, no lost one.

const monitor = sharedMonitor();
let proxy: OddProxy;
const apps: AppProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sdk-node-keys-'));

afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  proxy = await new OddProxy(monitor.url).start();
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.kill()));
  proxy.close();
});

function start(service: string, env: Record<string, string> = {}, name = 'http-app'): Promise<AppProcess> {
  const app = new AppProcess(name, {
    SERVICE_MONITOR_URL: proxy.url,
    ...(env['SERVICE_MONITOR_API_KEY_FILE'] ? {} : { SERVICE_MONITOR_API_KEY: apiKey }),
    SERVICE_MONITOR_SERVICE: service,
    SERVICE_MONITOR_ENVIRONMENT: 'test',
    SERVICE_MONITOR_HEARTBEAT_INTERVAL: '1s',
    ...env,
  });
  apps.push(app);
  return app.listening();
}

const isHeartbeat = ({ path }: Passing) => path === '/api/services/heartbeat';
const isRegistration = ({ path }: Passing) => path === '/api/services/register';

/** Watches an instance for so many heartbeats that it has said since. */
async function statusesUntil(app: AppProcess, beats: number): Promise<string[]> {
  const { instanceId, heartbeats } = await app.untilStatus(
    'an instance',
    (status) => status.instanceId !== null,
  );
  const seen: string[] = [];
  for (;;) {
    const instance = await monitor.instance(instanceId ?? '');
    if (instance !== null && seen.at(-1) !== instance.status) seen.push(instance.status);
    if (seen.at(-1) === 'Down') return seen;
    const now = await app.untilStatus('the status', () => true);
    if (now.heartbeats >= heartbeats + beats) return seen;
  }
}

test.for([401, 403])('one heartbeat that is answered %i makes nobody Down', async (status) => {
  const app = await start(`refused-${status}`);
  await app.untilStatus('a heartbeat', ({ heartbeats }) => heartbeats > 0);
  const first = [status];
  proxy.interfere = (request) => (isHeartbeat(request) && first.length ? { status: first.pop() ?? 0 } : null);
  expect(await statusesUntil(app, 5)).not.toContain('Down');
  expect(first).toEqual([]);
});

test('one registration that is answered 400 is sent again within the interval', async () => {
  const first = [400];
  proxy.interfere = (request) =>
    isRegistration(request) && first.length ? { status: first.pop() ?? 0, text: '{}' } : null;
  const app = await start('refused-400');
  const status = await app.untilStatus('a heartbeat', ({ heartbeats }) => heartbeats > 0);
  expect(status).toMatchObject({ state: 'reporting', failures: 1 });
});

test('a key that is rotated in its file needs no restart, and makes nobody Down', async () => {
  const make = async (name: string) => {
    const body = JSON.stringify({ name, scopes: ['ingest'] });
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const reply = await fetch(`${monitor.url}/api/keys`, { method: 'POST', headers, body });
    return (await reply.json()) as { key: string; keyId: string };
  };
  const [old, rotated] = [await make('old'), await make('rotated')];
  const file = join(folder, 'key');
  writeFileSync(file, old.key);
  const app = await start('rotating', { SERVICE_MONITOR_API_KEY_FILE: file });
  await app.untilStatus('a heartbeat', ({ heartbeats }) => heartbeats > 0);
  // Keys that were just made may be refused for a moment.
  app.output.length = 0;

  writeFileSync(file, rotated.key);
  const headers = { 'x-api-key': apiKey };
  expect((await fetch(`${monitor.url}/api/keys/${old.keyId}`, { method: 'DELETE', headers })).status).toBe(
    204,
  );
  const seen = new Set<string>();
  while (proxy.passed.at(-1)?.key !== rotated.key)
    for (const one of await statusesUntil(app, 1)) seen.add(one);
  for (const one of await statusesUntil(app, 3)) seen.add(one);
  expect([...seen]).not.toContain('Down');
  expect(app.output.join('').trim().split('\n')).toEqual([
    expect.stringContaining('401'),
    expect.stringContaining('heartbeats arrive again'),
  ]);
});

test('one answer that asks for an hour silences nobody', async () => {
  const app = await start('hourly');
  await app.untilStatus('a heartbeat', ({ heartbeats }) => heartbeats > 0);
  const first = [3_600];
  proxy.interfere = (request) => {
    const nextHeartbeatSeconds = isHeartbeat(request) ? first.pop() : undefined;
    return nextHeartbeatSeconds === undefined ? null : (answer) => ({ ...answer, nextHeartbeatSeconds });
  };
  expect(await statusesUntil(app, 5)).not.toContain('Down');
  expect(first).toEqual([]);
});

test('an operator who wants heartbeats less often gets them, and the registration says so', async () => {
  proxy.interfere = (request) =>
    isHeartbeat(request) ? (answer) => ({ ...answer, nextHeartbeatSeconds: 2 }) : null;
  const app = await start('leisurely');
  const status = await app.untilStatus(
    'the pace',
    ({ heartbeatIntervalMs }) => heartbeatIntervalMs === 2_000,
  );
  const instance = await monitor.instance(status.instanceId ?? '');
  expect(instance).toMatchObject({ expectedIntervalSeconds: 2, status: 'Healthy' });
  expect(proxy.passed.filter(isRegistration)).toHaveLength(2);
});

const isDeregistration = ({ method }: Passing) => method === 'DELETE';

test.for<[string, Odd[]]>([
  ['503', [{ status: 503 }, { status: 503, headers: { 'retry-after': '60' } }]],
  ['a connection that is cut off', ['reset', 'reset', 'reset']],
  ['503 with a Retry-After that fits', [{ status: 503, headers: { 'retry-after': '1' } }]],
  ['a page where nothing was expected', [{ status: 200, text: '<html>Please sign in</html>' }]],
])('a deregistration that got %s is tried again', async ([what, odds]) => {
  const app = await start(`deregistration: ${what}`);
  const { instanceId } = await app.untilStatus('a heartbeat', ({ heartbeats }) => heartbeats > 0);
  const first = [...odds];
  proxy.interfere = (request) => (isDeregistration(request) ? (first.shift() ?? null) : null);
  app.child.kill('SIGTERM');
  await app.exited();
  expect((await monitor.instance(instanceId ?? ''))?.status).toBe('Stopped');
});

test.for([undefined, ''])('the monitor takes a deregistration as JSON with the body %j', async (body) => {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const sent = JSON.stringify({
    serviceName: 'deregistration: typed',
    environment: 'test',
    instanceId: `body ${body}`,
  });
  const reply = await fetch(`${monitor.url}/api/services/register`, { method: 'POST', headers, body: sent });
  const { instanceId } = (await reply.json()) as { instanceId: string };
  const path = `${monitor.url}/api/instances/${instanceId}`;
  const request = { method: 'DELETE', headers, ...(body === undefined ? {} : { body }) };
  expect((await fetch(path, request)).status).toBe(204);
});

test.for<[string, Odd, RegExp]>([
  [
    'a redirect',
    { status: 302, headers: { location: 'https://login.example.com/?a=b' } },
    /302, a redirect to \S+login/,
  ],
  [
    'a captive portal',
    { status: 200, text: '<html>\n<title>Hotel</title>\n</html>' },
    /200 with a page \("Hotel"\)/,
  ],
])('%s is called that, once, and is survived', async ([what, odd, said]) => {
  proxy.interfere = (request) => (isRegistration(request) ? odd : null);
  const app = await start(what);
  await app.untilStatus('failures', ({ failures }) => failures > 2);
  expect(app.output.join('').trim().split('\n')).toEqual([expect.stringMatching(said)]);
  expect(app.output.join('')).toContain(`POST ${proxy.url}/api/services/register`);
  proxy.interfere = () => null;
  expect(await statusesUntil(app, 2)).not.toContain('Down');
});

test('a wrong path in the base address is called that', async () => {
  const app = await start('astray', { SERVICE_MONITOR_URL: `${proxy.url}/monitor` });
  await app.untilStatus('failures', ({ failures }) => failures > 2);
  const lines = app.output.join('').trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/\/monitor\/api\/services\/register answered 404: .* base address/),
  ]);
});
