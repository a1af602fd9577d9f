import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDir } from '../../src/store/private-server/make-dir.ts';
import { runCommand } from './run-command.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a data directory is made with those above it, for its owner alone', () => {
  makeDir(join(dir, 'a', 'b'));
  expect(statSync(join(dir, 'a')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'a', 'b')).mode & 0o777).toBe(0o700);
  makeDir(join(dir, 'a', 'b'));
});

test('one that cannot be made is an error of the configuration', async () => {
  writeFileSync(join(dir, 'file'), '');
  const below = join(dir, 'file', 'data');
  const said = `cannot create the directory of MONITOR_DATA_DIR: ${below} (ENOTDIR)`;
  const [started, looked, isFile] = await Promise.all([
    runCommand(dir, ['start'], { MONITOR_DATA_DIR: below, MONITOR_PORT: '0' }),
    runCommand(dir, ['doctor'], { MONITOR_DATA_DIR: below }),
    runCommand(dir, ['doctor'], { MONITOR_DATA_DIR: join(dir, 'file') }),
  ]);
  expect(started?.code).toBe(2);
  expect(started?.stderr).toContain(`The monitor cannot start: ${said}`);
  const none = (path: string) => `no monitor was ever started in ${path} (MONITOR_DATA_DIR)\n`;
  expect(looked).toEqual({ code: 2, stdout: '', stderr: none(below) });
  expect(isFile).toEqual({ code: 2, stdout: '', stderr: none(join(dir, 'file')) });
});

test('a command in a directory where no monitor ever started says so and makes nothing', async () => {
  const commands = [['keys', 'list'], ['keys', 'create'], ['doctor'], ['backup', 'file.ndjson']];
  const ran = await Promise.all(commands.map((args) => runCommand(dir, args)));
  const stderr = `no monitor was ever started in ${join(dir, 'data')} (MONITOR_DATA_DIR)\n`;
  expect(ran).toEqual(commands.map(() => ({ code: 2, stdout: '', stderr })));
  expect(readdirSync(dir)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'one in /proc is refused too, where Node looks for ever',
  async () => {
    const started = await runCommand(dir, ['start'], { MONITOR_DATA_DIR: '/proc/x', MONITOR_PORT: '0' });
    expect(started.code).toBe(2);
    expect(started.stderr).toContain('cannot create the directory of MONITOR_DATA_DIR: /proc/x (ENOENT)');
  },
);
