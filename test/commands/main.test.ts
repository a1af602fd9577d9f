import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { program } from '../support/program.ts';
import { startMonitor } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

const dirs: string[] = [];

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'main-'));
  dirs.push(dir);
  return dir;
}

afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

test.concurrent('the command line says what it can do, which version it is, and what it does not understand', async () => {
  const dir = makeDir();
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const [help, asked, flag, command] = await Promise.all(
    [['--help'], ['--version'], ['start', '--fast'], ['strat']].map((args) => runCommand(dir, args)),
  );
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const name of ['start', 'keys', 'config', 'simulate']) expect(help?.stdout).toContain(`  ${name}`);
  expect(asked).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(flag).toEqual({ code: 1, stdout: '', stderr: "error: unknown option '--fast'\n" });
  expect(command).toMatchObject({ code: 1, stdout: '' });
  expect(command?.stderr).toMatch(
    /^error: unknown command 'strat'\n\(Did you mean start\?\)\nCommands: start, demo, inbox, status, .*simulate\. Each has --help\.\n$/,
  );
});

test.concurrent('who reads no more of what a command prints ends it without an error', async () => {
  const dir = makeDir();
  writeFileSync(
    join(dir, 'monitor.yaml'),
    'channels: [{ id: hook, type: gotify, url: "https://example.com/", token: abcdef }]',
  );
  const child = spawn(process.execPath, [program, 'channels', 'preview', 'hook'], {
    ...{ cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { PATH: process.env['PATH'] },
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  expect([child.exitCode, stderr]).toEqual([0, '']);
});

test.concurrent('a start that cannot be says why, exits with 1, and leaves nothing running', async () => {
  const dir = makeDir();
  const taken = createServer();
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  try {
    const port = String((taken.address() as AddressInfo).port);
    const env = { MONITOR_DATA_DIR: 'data', MONITOR_PORT: port, LOG_LEVEL: 'error' };
    const ran = await runCommand(dir, ['start'], env);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    const { msg } = JSON.parse(ran.stderr) as { msg: string };
    expect(msg).toBe(
      `The monitor cannot start: another program already listens on 127.0.0.1:${port}; stop it, or set MONITOR_PORT to another port`,
    );
    expect(existsSync(join(dir, 'data', 'redis.sock'))).toBe(false);
    expect(existsSync(join(dir, 'data', 'monitor.pid'))).toBe(false);
  } finally {
    await new Promise((closed) => taken.close(closed));
  }
});

test.concurrent('a message that its receiver never answers does not keep the program from ending in good order', async () => {
  const dir = makeDir();
  let asked = 0;
  const receiver = createServer(() => void asked++);
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const monitor = await startMonitor({
    file: `channels: [{ id: hook, type: webhook, url: "http://127.0.0.1:${(receiver.address() as AddressInfo).port}/", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }]`,
    env: {
      MONITOR_DATA_DIR: dir,
      MONITOR_HEARTBEAT_INTERVAL: '100ms',
      MONITOR_HEARTBEAT_GRACE: '100ms',
      MONITOR_DOWN_AFTER: '400ms',
    },
  });
  try {
    const api = apiClient(monitor.url);
    const body = { serviceName: 'orders', environment: 'test', hostname: 'h1', port: 1 };
    expect((await api.call('POST', '/api/services/register', body)).ok).toBe(true);
    await eventually('the message is under way', () => asked > 0);
    const startMs = performance.now();
    expect(await monitor.stop()).toBe(0);
    expect(performance.now() - startMs).toBeLessThan(9_000);
    expect(existsSync(join(dir, 'redis.sock'))).toBe(false);
    expect(existsSync(join(dir, 'monitor.pid'))).toBe(false);
  } finally {
    await monitor.stop();
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
  }
});
