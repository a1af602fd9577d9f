import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'config-'));
  writeFileSync(
    join(dir, 'good.yaml'),
    `channels:
  - { id: hook, type: webhook, url: "https://example.com/canary-path", secret: "\${HOOK_SECRET}" }
  - { id: mail, type: email, url: "smtp://me:canary-mail@127.0.0.1:2525", from: "a@example.com", to: [b@example.com] }
routes:
  - { match: { environment: production }, channels: [mail] }
services:
  - { match: { service: "nightly-*" }, heartbeatInterval: 5m }
`,
  );
  writeFileSync(join(dir, 'bad.yaml'), 'channels: [{ id: hook, type: pigeon }]\nrouts: []\n');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const secrets = {
  MONITOR_CONFIG: 'good.yaml',
  HOOK_SECRET: `whsec_${'Y2FuYXJ5'.repeat(4)}`,
  REDIS_URL: 'redis://me:canary-redis@canary@127.0.0.1:1/0',
  MONITOR_API_KEY: `smk_testtest_${'canary-'.repeat(6)}x`,
};

test.concurrent('config check says what it found, and needs no Redis for it', async () => {
  expect(await runCommand(dir, ['config', 'check'], secrets)).toEqual({
    code: 0,
    stdout: 'The configuration is valid: 2 channels, 1 route, 1 service policy.\n',
    stderr: '',
  });
});

test.concurrent('config check lists every mistake of environment and file at once, on stderr, and exits with 2', async () => {
  const ran = await runCommand(dir, ['config', 'check'], {
    MONITOR_CONFIG: 'bad.yaml',
    MONITOR_PORT: '70000',
    MONITOR_ROLES: 'api,boss',
    MONITOR_DOWNAFTER: '2s',
    REDIS_URL: 'redis://:canary/word@host',
  });
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  const lines = ran.stderr.trimEnd().split('\n');
  expect(lines[0]).toBe(`The configuration has ${lines.length - 1} errors:`);
  for (const part of [
    'MONITOR_PORT must',
    'MONITOR_DOWNAFTER is not a setting',
    'MONITOR_ROLES names "boss"',
    'REDIS_URL names no host',
    'routs',
  ])
    expect(ran.stderr).toContain(`  - ${part === 'routs' ? 'bad.yaml: ' : part}`);
  expect(ran.stderr).toContain('routs');
  expect(ran.stderr).toContain('bad.yaml: channels[0].type');
  expect(ran.stderr).not.toContain('canary');
});

test.concurrent('a variable of whoever it may be is a warning, and keeps nothing from being valid', async () => {
  const env = { MONITOR_CONFIG: 'good.yaml', HOOK_SECRET: secrets.HOOK_SECRET, MONITOR_SCREENS: '2' };
  const [said, json] = await Promise.all([
    runCommand(dir, ['config', 'check'], env),
    runCommand(dir, ['config', 'check', '--json'], env),
  ]);
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('is valid') });
  expect(said.stderr).toMatch(
    /^Warning: MONITOR_SCREENS is not a setting of the monitor and is ignored; .*\.\n$/,
  );
  expect(JSON.parse(json.stdout)).toEqual({
    ...{ valid: true, errors: [] },
    warnings: [expect.stringContaining('MONITOR_SCREENS')],
  });
});

test.concurrent('config print shows everything as JSON but the secrets', async () => {
  const ran = await runCommand(dir, ['config', 'print'], secrets);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    redisUrl: 'redis://[secret]@127.0.0.1:1/0',
    apiKey: '[secret]',
    port: 8080,
    partitions: 1,
    timing: { intervalMs: 30_000, graceMs: 6_000, downAfterMs: 120_000, recoveryWindowMs: 60_000 },
    channels: [
      { id: 'hook', type: 'webhook' },
      { id: 'mail', type: 'email' },
    ],
    policies: [
      { match: { service: 'nightly-*' }, intervalMs: 300_000, graceMs: 60_000, downAfterMs: 960_000 },
    ],
  });
  expect(ran.stdout).not.toMatch(/canary|Y2FuYXJ5/);
});
