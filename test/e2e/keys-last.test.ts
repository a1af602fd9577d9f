import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, expect, test } from 'vitest';
import { formatWelcome } from '../../src/commands/format-welcome.ts';
import { loadConfig } from '../../src/config.ts';
import { generateKeyText } from '../../src/store/access/make-key.ts';
import { runCommand } from '../commands/run-command.ts';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { type MonitorOptions, type RunningMonitor, startMonitor } from '../support/start-monitor.ts';

const started: RunningMonitor[] = [];
async function start(options: MonitorOptions): Promise<RunningMonitor> {
  const monitor = await startMonitor(options);
  started.push(monitor);
  return monitor;
}
// A test that fails leaves its monitor running.
afterEach(() => Promise.all(started.splice(0).map((monitor) => monitor.stop())));

const dirs: string[] = [];
function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'keys-last-'));
  dirs.push(dir);
  return dir;
}
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

const statusOf = async (monitor: RunningMonitor, key: string) =>
  (await apiClient(monitor.url, key).call('GET', '/api/services')).status;
const answers = (monitor: RunningMonitor, key: string, status: number) =>
  eventually(`the key is answered ${status}`, async () => (await statusOf(monitor, key)) === status, 10_000);

test('a MONITOR_API_KEY that was revoked stays so over a restart, which is said, and another takes its place', async () => {
  const env = { MONITOR_DATA_DIR: makeDir(), MONITOR_API_KEY: generateKeyText() };
  const keyId = env.MONITOR_API_KEY.slice(4, 12);
  let monitor = await start({ env });
  await answers(monitor, env.MONITOR_API_KEY, 200);
  const revoked = await runCommand('/', ['keys', 'revoke', keyId], env);
  expect(revoked.code).toBe(0);
  await answers(monitor, env.MONITOR_API_KEY, 401);
  await monitor.stop();

  monitor = await start({ env });
  expect(await statusOf(monitor, env.MONITOR_API_KEY)).toBe(401);
  expect(monitor.printed()).toContain('the key of MONITOR_API_KEY was revoked and is not valid');
  expect(monitor.printed()).toContain(keyId);
  const doctor = await runCommand('/', ['doctor'], env);
  expect(doctor.stdout).toContain(`ACT   MONITOR_API_KEY: ${keyId} was revoked and is not valid`);
  await monitor.stop();

  const another = { ...env, MONITOR_API_KEY: generateKeyText() };
  monitor = await start({ env: another });
  expect(await statusOf(monitor, another.MONITOR_API_KEY)).toBe(200);
  expect(await statusOf(monitor, env.MONITOR_API_KEY)).toBe(401);
  await monitor.stop();
});

test('the first key of a private monitor outlives all that its Redis held, and a restart after that', async () => {
  const dir = makeDir();
  const env = { MONITOR_DATA_DIR: dir, MONITOR_API_KEY: '' };
  let monitor = await start({ env });
  const path = join(dir, 'first-key');
  const key = readFileSync(path, 'utf8').trim();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await answers(monitor, key, 200);
  // What is printed here ends up in the log of a service manager.
  expect(monitor.printed()).toContain(`"keyFile":"${path}"`);
  expect(monitor.printed()).not.toContain(key);
  const outcome = loadConfig({ MONITOR_DATA_DIR: dir });
  if (outcome.kind === 'invalid') throw new Error(outcome.errors.join());
  const ownKey = { text: key, name: 'first key', source: path, isFresh: false };
  const [line = ''] =
    /curl -s [^]*?}'/.exec(formatWelcome(outcome.config, { url: monitor.url, ownKey }, '0.0.0')) ?? [];
  expect(spawnSync('sh', ['-c', line], { encoding: 'utf8' }).stdout).toContain('"status":"registered"');

  const redis = new Redis({ path: join(dir, 'redis.sock') });
  const register = () =>
    apiClient(monitor.url, key).call('POST', '/api/services/register', {
      ...{ serviceName: 'orders', environment: 'test', instanceId: 'one' },
    });
  expect((await register()).status).toBe(200);
  const made = await runCommand('/', ['keys', 'create'], { MONITOR_DATA_DIR: dir });
  const forgotten = made.stdout.trim();
  await answers(monitor, forgotten, 200);
  await redis.flushall();
  redis.disconnect();
  // Who reads the keys anew turns away what Redis has forgotten.
  await answers(monitor, forgotten, 401);
  expect((await register()).status).toBe(200);
  await monitor.stop();

  monitor = await start({ env });
  await answers(monitor, key, 200);
  expect((await runCommand('/', ['keys', 'revoke', key], { MONITOR_DATA_DIR: dir })).code).toBe(0);
  await answers(monitor, key, 401);
  await monitor.stop();

  monitor = await start({ env });
  expect(await statusOf(monitor, key)).toBe(401);
  expect(monitor.printed()).toContain(`the key of ${path} was revoked and is not valid`);
  await monitor.stop();
});
