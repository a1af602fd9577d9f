import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { addMonitor } from '../src/add-monitor.ts';
import { freePort } from './support/free-port.ts';
import { RecordingLogger } from './support/recording-logger.ts';
import { type Reply, replies, StandInMonitor } from './support/stand-in-monitor.ts';
import { heartbeatsGet, talk } from './support/talk.ts';

test('the first heartbeat follows the registration at once and the next ones in the interval', async () => {
  const { monitor, sdk } = await talk({ heartbeatIntervalMs: 4_000 });
  const registration = await monitor.next('register');
  const first = await monitor.next('heartbeat');
  const second = await monitor.next('heartbeat');
  expect(first.atMs - registration.atMs).toBeLessThan(2_000);
  expect(second.atMs - first.atMs).toBeGreaterThan(2_000);
  expect(first.headers).toMatchObject({ 'x-api-key': 'smk_test', 'content-type': 'application/json' });
  expect(first.headers['user-agent']).toMatch(/^service-monitor-node\/\d/);
  expect(sdk.instanceId).toBe(replies.registered.body['instanceId']);
  expect(await sdk.registered).toMatchObject({ kind: 'registered', instanceId: sdk.instanceId });
});

test('a base address with a path keeps its path', async () => {
  const { monitor } = await talk({ basePath: '/prefix' });
  await monitor.next('heartbeat');
  expect(monitor.heard.map(({ path }) => path).slice(0, 2)).toEqual([
    'POST /prefix/api/services/register',
    'POST /prefix/api/services/heartbeat',
  ]);
});

test.for<[string, Reply]>([
  ['500', { status: 500 }],
  ['503', { status: 503, headers: { 'retry-after': '0' } }],
  ['broken JSON', { status: 200, body: '{"status": "o' }],
  ['a page of a proxy', { status: 200, body: '<html>Please sign in</html>' }],
  ['a redirect, which is not followed', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ['an answer without end', { status: 200, body: 'x'.repeat(100_000) }],
])('after %s the next heartbeat is tried soon and arrives', async ([, reply]) => {
  const { monitor, sdk, log } = await talk({ answer: heartbeatsGet(reply), heartbeatIntervalMs: 4_000 });
  const failed = await monitor.next('heartbeat');
  const retried = await monitor.next('heartbeat');
  expect(retried.atMs - failed.atMs).toBeLessThan(2_500);
  await expect.poll(() => sdk.status().state).toBe('reporting');
  expect(sdk.status()).toMatchObject({ registrations: 1, failures: 1, failuresInARow: 0 });
  expect(log.loud).toHaveLength(1);
  expect(log.lines.at(-1)).toMatch(/^warn heartbeats arrive again, after \d+(\.\d)? s$/);
});

test('a monitor that hangs is given up within the time-out and asked again, one request at a time', async () => {
  const { monitor, sdk } = await talk({
    answer: heartbeatsGet('hang', 'hang'),
    timeouts: { requestMs: 150 },
  });
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  expect(sdk.status()).toMatchObject({ state: 'reporting', failures: 2 });
  expect(monitor.mostAtOnce).toBe(1);
});

test('heartbeats that failed are not sent later: each one carries the moment it was made', async () => {
  const failing = Array.from({ length: 6 }, (): Reply => ({ status: 500 }));
  const { monitor } = await talk({ answer: heartbeatsGet(...failing) });
  for (let beats = 0; beats < 8; beats += 1) await monitor.next('heartbeat');
  const times = monitor.heard
    .filter(({ kind }) => kind === 'heartbeat')
    .map(({ body }) => Date.parse(String(body.metadata?.['timestamp'])));
  expect(new Set(times).size).toBe(times.length);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('404 registers again at once, under the same key', async () => {
  const { monitor, sdk } = await talk({
    answer: heartbeatsGet(replies.received, { status: 404 }),
    heartbeatIntervalMs: 300,
  });
  const first = await monitor.next('register');
  await monitor.next('heartbeat');
  const unknown = await monitor.next('heartbeat');
  const second = await monitor.next('register');
  expect(second.atMs - unknown.atMs).toBeLessThan(2_000);
  expect(second.body['instanceId']).toBe(first.body['instanceId']);
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  expect(sdk.status()).toMatchObject({ state: 'reporting', registrations: 2 });
});

test('a monitor that answers 404 to everything it registered is not asked in a tight loop', async () => {
  const { monitor } = await talk({
    heartbeatIntervalMs: 800,
    answer: (request) => (request.kind === 'heartbeat' ? { status: 404 } : StandInMonitor.wellMeant(request)),
  });
  const first = await monitor.next('register');
  for (let round = 0; round < 3; round += 1) await monitor.next('register');
  const fifth = await monitor.next('register');
  // 100 + 200 + 400 + 800 ms, each halved at most by chance.
  expect(fifth.atMs - first.atMs).toBeGreaterThan(700);
});

test('400 is logged once with its body, and the next heartbeat leaves out what may be wrong', async () => {
  const wrong: Reply = { status: 400, body: { detail: '/metadata: is odd' } };
  const { monitor, sdk, log } = await talk({ answer: heartbeatsGet(wrong, wrong) });
  const full = await monitor.next('heartbeat');
  const bare = await monitor.next('heartbeat');
  expect(Object.keys(full.body.metadata ?? {}).length).toBeGreaterThan(1);
  expect(Object.keys(bare.body.metadata ?? {})).toEqual(['timestamp']);
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  expect(log.loud).toEqual([expect.stringContaining('/metadata: is odd')]);
  expect(sdk.status().state).toBe('reporting');
});

test('413 sends the registration again without the metadata of the host', async () => {
  const { monitor } = await talk({
    metadata: { notes: 'x'.repeat(9_000) },
    answer: (request) =>
      request.body.metadata?.['notes'] ? { status: 413 } : StandInMonitor.wellMeant(request),
  });
  const full = await monitor.next('register');
  const bare = await monitor.next('register');
  expect(bare.atMs - full.atMs).toBeLessThan(5_000);
  expect(Object.keys(bare.body.metadata ?? {})).toContain('sdk_version');
  await monitor.next('heartbeat');
});

test('a monitor that hangs up on a new connection too has failed', async () => {
  const { monitor, sdk } = await talk({ answer: heartbeatsGet('reset', 'reset') });
  for (let beats = 0; beats < 4; beats += 1) await monitor.next('heartbeat');
  expect(sdk.status()).toMatchObject({ state: 'reporting', failures: 1 });
});

test('a kept connection that was closed meanwhile is no failure', async () => {
  const { monitor, sdk } = await talk({ heartbeatIntervalMs: 200 });
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  expect(monitor.connections).toBe(1);
  monitor.dropIdleConnections();
  await monitor.next('heartbeat');
  await monitor.next('heartbeat');
  expect(sdk.status().failures).toBe(0);
  expect(monitor.connections).toBe(2);
});

test('a monitor that is not there at the start is found later, with one warning', async () => {
  const port = await freePort();
  const log = new RecordingLogger();
  const options = {
    apiKey: 'k',
    serviceName: 'a',
    port: 1,
    url: 'http://a',
    heartbeatIntervalMs: 200,
    logger: log,
  };
  const sdk = addMonitor({
    baseUrl: `http://127.0.0.1:${port}`,
    ...options,
    timeouts: { registrationMs: 0 },
  });
  expect(sdk.status().state).toBe('starting');
  await expect.poll(() => sdk.status().failures).toBeGreaterThan(2);
  expect(sdk.status().state).toBe('failing');
  const monitor = await StandInMonitor.start(port);
  await sdk.registered;
  await monitor.next('heartbeat');
  await expect.poll(() => sdk.status().state).toBe('reporting');
  expect(log.loud).toEqual([
    expect.stringContaining('trying again'),
    expect.stringContaining('not registered after 0 s'),
  ]);
  await sdk.stop();
  await monitor.close();
});

test('the application that comes to listen after its registration is registered again with its port', async () => {
  const { monitor } = await talk({
    port: undefined,
    url: undefined,
    hostname: 'web-1',
    timeouts: { listenMs: 50 },
  });
  const early = await monitor.next('register');
  expect(early.body).toMatchObject({ instanceId: `web-1:${process.pid}`, hostname: 'web-1' });
  expect(early.body).not.toHaveProperty('port');
  const server = createServer().listen(0);
  const late = await monitor.next('register');
  expect(late.body).toMatchObject({
    instanceId: early.body['instanceId'],
    port: expect.any(Number),
    url: `http://web-1:${String(late.body['port'])}`,
  });
  server.close();
});
