import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

const keyPattern = /^smk_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}\n$/;
const keptOnce = 'Store it now: it cannot be shown again. It works on every node within a few seconds.\n';

const dirs: string[] = [];

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'keys-'));
  dirs.push(dir);
  return dir;
}

afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

describe.concurrent('keys, without a monitor that runs', () => {
  test('are made, listed and revoked in the data directory, which is left as it was', async () => {
    const dir = makeDir();
    await (await startMonitor({ env: { MONITOR_DATA_DIR: join(dir, 'data') } })).stop();
    const run = (...args: string[]) => runCommand(dir, ['keys', ...args], { MONITOR_DATA_DIR: 'data' });
    const created = await run('create', '--name', 'ci ä', '--scopes', 'ingest, read', '--expires', '90d');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(keyPattern), stderr: keptOnce });
    const keyId = created.stdout.slice(4, 12);

    const listed = await run('list');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^ID +NAME +SCOPES +BOUND TO +CREATED +EXPIRES +INSTANCES\n/);
    expect(listed.stdout).toMatch(
      new RegExp(`^${keyId} +ci ä +ingest,read +all +20\\S+Z +20\\S+Z +default$`, 'm'),
    );
    expect(listed.stdout).not.toContain(created.stdout.slice(13, -1));

    const bounds = ['--environment', 'production', '--service', 'mine'];
    await run('create', '--name', 'bound', '--scopes', 'ingest', ...bounds);
    expect((await run('list')).stdout).toMatch(/ingest +environment production, service mine +20/);

    const revoked = await run('revoke', created.stdout.trim());
    expect(revoked).toEqual({ code: 0, stdout: '', stderr: `Key ${keyId} is revoked.\n` });
    const again = await run('revoke', keyId);
    expect(again).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no key with this id; run: keys list\n',
    });
    expect(existsSync(join(dir, 'data', 'monitor.pid'))).toBe(false);
    expect(existsSync(join(dir, 'data', 'redis.sock'))).toBe(false);
  });

  test('are generated into a file once, and what it holds is printed from then on', async () => {
    const dir = makeDir();
    const first = await runCommand(dir, ['keys', 'generate', '--file', 'key']);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(keyPattern), stderr: '' });
    expect(readFileSync(join(dir, 'key'), 'utf8')).toBe(first.stdout);
    expect(statSync(join(dir, 'key')).mode & 0o777).toBe(0o600);
    expect(await runCommand(dir, ['keys', 'generate', '--file', 'key'])).toEqual(first);
    expect(await runCommand(dir, ['keys', 'generate', '--quiet', '--file', 'key'])).toEqual({
      ...{ code: 0, stdout: '', stderr: 'The key is in key.\n' },
    });
    const nowhere = await runCommand(dir, ['keys', 'generate', '--file', 'none/key']);
    expect(nowhere).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('there is no folder'),
    });
  });

  test('are refused with every mistake said, and generated without a place to keep them', async () => {
    const dir = makeDir();
    const env = { REDIS_URL: 'redis://127.0.0.1:1' };
    const [scope, away, config, generated] = await Promise.all([
      runCommand(dir, ['keys', 'create', '--scopes', 'ingest,root'], env),
      runCommand(dir, ['keys', 'list'], env),
      runCommand(dir, ['keys', 'list'], { MONITOR_PORT: 'x', MONITOR_PARTITIONS: '0' }),
      runCommand(dir, ['keys', 'generate']),
    ]);
    expect(scope).toMatchObject({ code: 1, stdout: '' });
    expect(scope.stderr).toContain('"root" is not one of ingest, read, operate, admin.');
    expect(away).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Redis cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\. /),
    });
    expect(config).toMatchObject({ code: 2, stdout: '' });
    expect(config.stderr).toContain('The configuration has 2 errors:');
    expect(generated).toEqual({ code: 0, stdout: expect.stringMatching(keyPattern), stderr: '' });
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('keys, beside a monitor that runs', () => {
  let monitor: RunningMonitor;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = makeDir();
    monitor = await startMonitor({ env: { MONITOR_DATA_DIR: dataDir, LOG_LEVEL: 'warn' } });
  });
  afterAll(async () => {
    await monitor.stop();
  });

  test('open the door within seconds, and no more once revoked', async () => {
    const dir = makeDir();
    const env = { MONITOR_DATA_DIR: dataDir };
    const flags = ['--name', 'reader', '--scopes', 'read', '--environment', 'prod*', '--environment', 'dev'];
    const created = await runCommand(dir, ['keys', 'create', ...flags, '--json'], env);
    expect(created).toMatchObject({ code: 0, stderr: keptOnce });
    const { key, ...shown } = JSON.parse(created.stdout) as Record<string, string>;
    expect(shown).toEqual({
      keyId: key?.slice(4, 12),
      name: 'reader',
      scopes: ['read'],
      environments: ['prod*', 'dev'],
      services: [],
      createdAtMs: expect.any(Number),
      expiresAtMs: null,
      maxInstances: null,
    });
    const { call } = apiClient(monitor.url, key);
    await eventually(
      'it is accepted',
      async () => (await call('GET', '/api/services')).status === 200,
      5_000,
    );
    expect((await call('DELETE', `/api/services/${'0'.repeat(8)}-0000-8000-8000-${'0'.repeat(12)}`)).ok).toBe(
      false,
    );
    expect((await runCommand(dir, ['keys', 'revoke', shown['keyId'] ?? ''], env)).code).toBe(0);
    await eventually('it is refused', async () => (await call('GET', '/api/services')).status === 401, 5_000);
  });
});
