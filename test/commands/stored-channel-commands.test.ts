import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { fastSettings, fastTimesMs } from '../support/fast-settings.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let monitor: RunningMonitor;
const secretKey = randomBytes(32).toString('base64');

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'commands-'));
  monitor = await startMonitor({ env: { ...fastSettings, MONITOR_SECRET_KEY: secretKey } });
});
afterAll(async () => {
  await monitor.stop();
  rmSync(dir, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand(dir, ['channels', ...args], {
    ...{ MONITOR_URL: monitor.url, MONITOR_API_KEY: testKey, GOTIFY_TOKEN: 'abcdef' },
  });

/** A command that reads what the monitor has stored, beside it. */
const runBeside = (args: string[], key = secretKey) =>
  runCommand(dir, args, {
    ...{ MONITOR_CONFIG: monitor.configPath, MONITOR_SECRET_KEY: key },
    MONITOR_DATA_DIR: join(dirname(monitor.configPath), 'data'),
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
    ...{ code: 1, stderr: 'nowhere.yaml cannot be read: it does not exist.\n' },
  });
  expect(await run('add', '--file', write('list.yaml', '- id: chat'))).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('must hold one channel') },
  });
});

test('a channel of the API is previewed, and routes test tells of it if it is asked for', async () => {
  const about = 'type: gotify\nurl: https://gotify.example.com\ntoken: canary-of-the-preview\n';
  const own = "subject: '{{ service }} ist still'\nmatch: { service: 'shop-*' }\n";
  expect(await run('add', '--file', write('own.yaml', `id: own\n${about}${own}`))).toMatchObject({ code: 0 });
  const shown = await runBeside(['channels', 'preview', 'own', '--body']);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Subject: checkout ist still\n') });
  expect(JSON.stringify(shown)).not.toContain('canary-of-the-preview');
  expect(await runBeside(['channels', 'preview', 'own'], randomBytes(32).toString('base64'))).toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(/^own: its secrets are encrypted with key .*neither in/) },
  });
  expect(await runBeside(['channels', 'preview', 'owl'])).toMatchObject({
    ...{ code: 1, stderr: 'monitor.yaml has no channel "owl"; over the API were made own.\n' },
  });

  const tell = async (...args: string[]) => (await runBeside(['routes', 'test', ...args])).stdout;
  expect(await tell('shop-cart')).toContain('There are no channels.');
  expect(await tell('shop-cart', '--api')).toMatch(/^own +gotify +yes /m);
  expect(await tell('other', '--api')).toMatch(/^own +gotify +no /m);
});

test('channels preview takes the beginning of the id of an incident', async () => {
  // Whether it arrives does not matter.
  const file = write('short.yaml', 'id: short\ntype: gotify\nurl: https://gotify.invalid\ntoken: abcdef\n');
  expect(await run('add', '--file', file)).toMatchObject({ code: 0 });
  const api = apiClient(monitor.url);
  const named = { serviceName: 'shortened', hostname: 'h1' };
  const instance = await startInstance([monitor.url], named, fastTimesMs.interval);
  await instance.die();
  const [incident] = await eventually('its message is stored', async () => {
    const [found] = await api.incidents();
    const rows = found === undefined ? [] : await api.notifications(found.incidentId);
    return rows.length > 0 && [found];
  });
  const id = incident?.incidentId ?? '';
  const preview = (given: string) =>
    runBeside(['channels', 'preview', 'short', '--kind', 'down', '--incident', given]);
  expect(await preview(id.slice(0, 8))).toMatchObject({
    ...{ code: 0, stdout: expect.stringContaining('Subject: [Down] shortened') },
  });
  expect(await preview('ffffffff')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^No message/) });
});
