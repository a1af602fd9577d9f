import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let monitor: RunningMonitor;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'commands-'));
  monitor = await startMonitor({});
});
afterAll(async () => {
  await monitor.stop();
  rmSync(dir, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand(dir, args, { MONITOR_URL: monitor.url, MONITOR_API_KEY: testKey });
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

test('a maintenance is declared, listed, extended and ended', async () => {
  const made = await run(
    ...['maintenance', 'add', '--service', 'mail', '--label', 'team=shop', '--for', '30m'],
    ...['--by', 'ada', '--note', 'deploy'],
  );
  expect(made).toMatchObject({ code: 0 });
  expect(made.stderr).toMatch(/^Messages of service mail, team=shop are held until .+Z\.$/m);
  expect(made.stderr).toContain('No service matches this at present.');
  const id = made.stdout.trim();
  const list = await run('maintenance', 'list');
  expect(list.stdout).toMatch(new RegExp(`^${id} +active .+ ada +deploy$`, 'm'));
  const longer = await run('maintenance', 'extend', id.slice(0, 8), '--for', '1h', '--json');
  expect(JSON.parse(longer.stdout)).toMatchObject({ windowId: id, state: 'active' });
  expect(await run('maintenance', 'end', id.slice(0, 8))).toMatchObject({
    code: 0,
    stderr: 'The maintenance is over.\n',
  });
  expect(await json('maintenance', 'list')).toEqual([]);
  const twice = await run('maintenance', 'add', '--service', 'x', '--for', '30m', '--by', ' ', '--note', ' ');
  expect(twice.stderr).toMatch(/\n {2}- \/by: .+\n {2}- \/note: /);
  const wrong = await run('maintenance', 'add', '--for', '30m');
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain('/match');
  const zone = await run('maintenance', 'add', '--service', 'x', '--for', '1h', '--time-zone', 'Asia/Tokyo');
  expect(zone).toMatchObject({ code: 1, stdout: '' });
  expect(zone.stderr).toContain('--time-zone belongs to --weekly');
});
