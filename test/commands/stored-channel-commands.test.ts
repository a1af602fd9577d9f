import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let monitor: RunningMonitor;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'commands-'));
  monitor = await startMonitor({ env: { MONITOR_SECRET_KEY: randomBytes(32).toString('base64') } });
});
afterAll(async () => {
  await monitor.stop();
  rmSync(dir, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand(dir, ['channels', ...args], {
    ...{ MONITOR_URL: monitor.url, MONITOR_API_KEY: testKey, GOTIFY_TOKEN: 'abcdef' },
  });

function write(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return name;
}

test('a channel is made from a file, shown, changed, switched and removed', async () => {
  const file = write(
    'chat.yaml',
    'id: chat\ntype: gotify\nurl: https://gotify.example.com\ntoken: ${GOTIFY_TOKEN}\n',
  );
  const added = await run('add', '--file', file);
  expect(added.stderr).toBe('chat: created. Send a test: channels test chat\n');
  expect(added).toMatchObject({ code: 0, stdout: '' });
  expect((await run('list')).stdout).toMatch(/^chat +gotify +api +no message yet /m);
  const changed = write('changed.yaml', 'type: gotify\nurl: https://gotify.example.com\nlimit: none\n');
  const shown = await run('set', 'chat', '--file', changed, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ settings: { limit: 'none' }, secrets: { token: 'set' } });
  expect(await run('disable', 'chat')).toMatchObject({ code: 0, stderr: 'chat: switched off.\n' });
  expect((await run('list')).stdout).toMatch(/^chat +gotify +api +switched off /m);
  expect(await run('enable', 'chat')).toMatchObject({ code: 0 });
  expect((await run('reencrypt')).stderr).toMatch(/^Encrypted with the first key now: none, all were\.\n/);
  expect(await run('remove', 'chat')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^chat: removed\./),
  });
  expect(await run('remove', 'chat')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no channel'),
  });
});

test('what is wrong is said with its place, and the exit code is 1', async () => {
  const wrong = await run(
    'add',
    '--file',
    write('wrong.yaml', 'id: chat\ntype: telegram\nurl: http://10.0.0.1/'),
  );
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/\n {2}- \/token: .+\n {2}- \/chat: .+\n {2}- \/url: is in a private network/);
  const unset = await run('add', '--file', write('unset.yaml', 'token: ${NOBODY_SET_THIS}'));
  expect(unset).toMatchObject({
    code: 1,
    stderr: 'unset.yaml: token: the environment has no NOBODY_SET_THIS\n',
  });
  expect(await run('add', '--file', 'nowhere.yaml')).toMatchObject({
    ...{ code: 1, stderr: 'nowhere.yaml cannot be read.\n' },
  });
  expect(await run('add', '--file', write('list.yaml', '- id: chat'))).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('must hold one channel') },
  });
});
