import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const launcher = join(root, 'scripts/service-monitor.mjs');

/** The Node of the machine: that of the repository stands before it in the PATH of a test. */
const path = (process.env['PATH'] ?? '').split(':').filter((dir) => !dir.includes('node_modules'));
const env = { PATH: path.join(':'), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
const version = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout;
const isOld = /^v2[0-3]\./.test(version ?? '');

describe.skipIf(!isOld)('on a machine whose Node is too old for the program', () => {
  test('commands run as the documents give them, and one that is not there names those that are', () => {
    const run = (command: string, ...args: string[]) =>
      spawnSync(command, args, {
        cwd: root,
        env: { ...env, NPM_CONFIG_LOGLEVEL: 'silent' },
        encoding: 'utf8',
      });
    expect(run('node', launcher, 'config', 'check', '--json')).toMatchObject({
      ...{ status: 0, stdout: '{"valid":true,"errors":[],"warnings":[]}\n', stderr: '' },
    });
    expect(run('npx', 'node', 'src/main.ts', 'config', 'check', '--json')).toMatchObject({
      ...{ status: 0, stdout: '{"valid":true,"errors":[],"warnings":[]}\n' },
    });
    const unknown = run('node', launcher, 'nonsense');
    expect(unknown).toMatchObject({ status: 1, stdout: '' });
    expect(unknown.stderr).toMatch(
      /^error: unknown command 'nonsense'\nCommands: start, demo, inbox, status, /,
    );
  });

  test('SIGTERM ends what was started, with the same exit code', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'launcher-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const monitor = spawn('node', [launcher], {
      env: { ...env, MONITOR_DATA_DIR: dir, MONITOR_PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    monitor.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await eventually('it runs', () => printed.includes('Service Monitor is running'), 30_000);
    const exited = once(monitor, 'exit');
    monitor.kill();
    expect(await exited).toEqual([0, null]);
  });
});
