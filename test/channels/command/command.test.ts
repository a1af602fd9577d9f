import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { channelConfigSchema } from '../../../src/channels/registry.ts';
import { webhookBody } from '../../../src/channels/webhook/message.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const open = (program: string, ...list: string[]) =>
  openTestChannel({ id: 'siren', type: 'command', program, arguments: list });
const shell = (script: string) => open('/bin/sh', '-c', script);
const soon = () => AbortSignal.timeout(10_000);

/** A program that tells all it was given, and where it tells it. */
async function openWitness() {
  const folder = await mkdtemp(join(tmpdir(), 'command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = `
    const { readFileSync, writeFileSync } = require('node:fs');
    const { argv, env } = process;
    const told = { args: argv.slice(2), env, cwd: process.cwd(), input: readFileSync(0, 'utf8') };
    writeFileSync(argv[1], JSON.stringify(told));`;
  const path = join(folder, 'told.json');
  return {
    config: ['-e', script, path],
    told: async () => JSON.parse(await readFile(path, 'utf8')) as unknown,
  };
}

/** A program that starts another, which is connected to the test as long as it lives. */
async function openFamily() {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const child = `require('node:net').connect(${port}, '127.0.0.1')`;
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1000)`;
  return { channel: open(process.execPath, '-e', script), connected: once(server, 'connection') };
}

test('a program gets the message, its arguments as they are, and nothing of the environment of the monitor', async () => {
  const { config, told } = await openWitness();
  const odd = ['$(touch /tmp/x)', '`id`; "', 'a b', ''];
  const message = incidentMessage({ serviceName: '$(id)\ncheckout' });
  const outcome = await open(process.execPath, ...config, ...odd).send(message, soon());
  expect(outcome).toEqual({ kind: 'sent', answer: 'exit 0' });
  expect(await told()).toEqual({
    args: odd,
    cwd: '/',
    input: webhookBody(message, 'https://monitor.example.com'),
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LANG: 'C.UTF-8',
      MONITOR_MESSAGE_ID: message.notificationId,
      MONITOR_MESSAGE_KIND: 'down',
      MONITOR_MESSAGE_TONE: 'bad',
      MONITOR_MESSAGE_SUBJECT: '[Down] $(id) checkout (production): silent since 03:12:04 UTC',
      MONITOR_MESSAGE_LINK: message.url,
      MONITOR_MESSAGE_SERVICE: '$(id) checkout',
      MONITOR_MESSAGE_ENVIRONMENT: 'production',
    },
  });
});

test.each([
  ['exit 0', { kind: 'sent', answer: 'exit 0' }],
  ['echo; echo sent to 3; echo more', { kind: 'sent', answer: 'exit 0: sent to 3' }],
  ['exit 75', { kind: 'failed', permanent: false }],
  ['kill -9 $$', { kind: 'failed', permanent: false, reason: 'the program was ended by SIGKILL' }],
  [
    'echo no such siren >&2; exit 1',
    {
      ...{ kind: 'failed', permanent: true, answer: 'exit 1: no such siren' },
      reason: 'the program ended with exit code 1',
    },
  ],
  ['exit 127', { kind: 'failed', permanent: true }],
])('the end of a program says what becomes of the message: %s', async (script, outcome) => {
  expect(await shell(script).send(incidentMessage(), soon())).toMatchObject(outcome);
});

test.each([
  ['is not there', '/nowhere/siren', 'ENOENT'],
  ['may not be run', '/etc/passwd', 'EACCES'],
])('a program that %s is refused', async (_what, program, code) => {
  expect(await open(program).send(incidentMessage(), soon())).toEqual({
    ...{ kind: 'failed', permanent: true, reason: `the program could not be started (${code})` },
  });
});

test('a program that does not end in time is killed with what it started, and tried again', async () => {
  const { channel, connected } = await openFamily();
  const limit = new AbortController();
  const outcome = channel.send(incidentMessage(), limit.signal);
  const [socket] = (await connected) as [Socket];
  socket.on('error', () => undefined).resume();
  const gone = once(socket, 'close');
  limit.abort(new DOMException('too long', 'TimeoutError'));
  expect(await outcome).toMatchObject({
    ...{ kind: 'failed', permanent: false, reason: expect.stringMatching(/^the program did not end within/) },
  });
  await gone;
});

test('a channel that is closed ends its program, and the message is not lost', async () => {
  const { channel, connected } = await openFamily();
  const outcome = channel.send(incidentMessage(), soon());
  const [socket] = (await connected) as [Socket];
  const gone = once(socket.on('error', () => undefined).resume(), 'close');
  await channel.close();
  expect(await outcome).toMatchObject({ kind: 'failed', permanent: false, isInterrupted: true });
  await gone;
});

test('what a program leaves running does not hold the message up', async () => {
  const outcome = await shell('sleep 60 & echo $!').send(incidentMessage(), soon());
  expect(outcome).toMatchObject({ kind: 'sent', answer: expect.stringMatching(/^exit 0: \d+$/) });
  process.kill(Number(outcome.answer?.split(' ').at(-1)));
});

test('a program that reads nothing and says much is none the worse for it', async () => {
  const message = incidentMessage({ resolvedNote: 'x'.repeat(1_000_000) });
  const script = 'exec 0<&-; head -c 1000000 /dev/zero | tr "\\0" y';
  const { kind, answer = '' } = await shell(script).send(message, soon());
  expect(kind).toBe('sent');
  expect(answer).toMatch(/^exit 0: y+…$/);
  expect(answer.length).toBeLessThan(250);
});

test.each([
  ['a relative path', { program: 'siren' }],
  ['a line for a shell', { program: 'siren --level high' }],
  ['no program', {}],
  ['arguments in one text', { program: '/bin/true', arguments: '--level high' }],
  ['an argument with a zero byte', { program: '/bin/true', arguments: ['a\0b'] }],
])('refuses %s', (_what, fields) => {
  expect(channelConfigSchema.safeParse({ id: 'siren', type: 'command', ...fields }).success).toBe(false);
});
