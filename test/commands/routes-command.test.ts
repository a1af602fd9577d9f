import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'routes-'));
  writeFileSync(
    join(dir, 'monitor.yaml'),
    `channels:
  - { id: pager, type: slack, url: "https://example.com/pager" }
  - { id: chat, type: slack, url: "https://example.com/chat", events: [incidents, health] }
  - { id: office, type: email, url: "smtp://127.0.0.1:2525", from: "a@example.com", to: [b@example.com] }
routing: first-match
routes:
  - match: { labels: { team: "shop*" } }
    severity: [critical]
    channels: [pager]
    continue: true
  - when: { days: [mon-fri], from: "09:00", to: "18:00", timeZone: Europe/Berlin }
    channels: [office]
defaultChannels: [chat]
services:
  - { match: { service: "nightly-*" }, severity: info }
escalate: [{ after: 20s, channels: [pager] }, { after: 15m, channels: [chat] }]
dependencies:
  - { match: { service: "nightly-*" }, dependsOn: [warehouse] }
`,
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const runTest = (...args: string[]) => runCommand(dir, ['routes', 'test', ...args]);

test.concurrent('routes test says for every channel whether it is told, by which route, and why not', async () => {
  // Sunday night in Berlin.
  const ran = await runTest('cart', '--label', 'team=shop-eu', '--at', '2026-11-22T23:30:00+01:00');
  expect(ran).toEqual({
    code: 0,
    stderr: '',
    stdout: `cart in production, severity critical: down, at 2026-11-22T22:30:00.000Z

CHANNEL  TYPE   TOLD  WHY
pager    slack  yes   route 1
chat     slack  no    the default is for messages to which no route applies; told after 15m by the escalation
office   email  no    route 2 leads here only mon–fri 09:00–18:00 Europe/Berlin

While nobody acknowledges it:
  after 20s: also pager
  after 15m: also chat
  reminders, the first after 30m; each wait is 2 times the one before, at most 4h
`,
  });
});

test.concurrent('with --json a program reads the same; severity and label are those of the file and the flags', async () => {
  const flags = ['--label', 'team=shop', '--environment', 'test', '--at', '2026-11-22T12:00:00Z', '--json'];
  const { stdout } = await runTest('nightly-report', ...flags);
  expect(JSON.parse(stdout)).toEqual({
    service: {
      serviceName: 'nightly-report',
      environment: 'test',
      labels: { team: 'shop' },
      severity: 'info',
    },
    event: 'down',
    at: '2026-11-22T12:00:00.000Z',
    channels: [
      {
        channelId: 'pager',
        channelType: 'slack',
        told: false,
        why: 'route 1 leads here only for severity critical; told after 20s by the escalation',
      },
      { channelId: 'chat', channelType: 'slack', told: true, why: 'the default' },
      {
        channelId: 'office',
        channelType: 'email',
        told: false,
        why: 'route 2 leads here only mon–fri 09:00–18:00 Europe/Berlin',
      },
    ],
    dependsOn: [{ glob: 'warehouse', by: 'dependencies[0]' }],
    reminders: { everyMs: 1_800_000, backOff: 2, longestMs: 14_400_000 },
    escalation: [
      { afterMs: 20_000, channels: ['pager'] },
      { afterMs: 900_000, channels: ['chat'] },
    ],
  });
});

test.concurrent('it says what a service depends on, by the file and by its label', async () => {
  const { stdout } = await runTest('nightly-report', '--label', 'depends-on=auth, geo-*');
  expect(stdout).toContain(
    'It depends on warehouse (dependencies[0]), auth (its label depends-on), geo-* (its label depends-on).\n',
  );
});

test.concurrent('an end is told wherever some time may have led its outage', async () => {
  const { stdout } = await runTest('cart', '--event', 'resolved', '--at', '2026-11-22T12:00:00Z');
  expect(stdout).toContain('whenever it is');
  expect(stdout).toMatch(/office +email +yes +route 2\n/);
  expect(stdout).toMatch(/chat +slack +yes +the default\n/);
});

test.concurrent.each([
  [['--at', '2026-11-22T12:00'], 'Give a time with its offset'],
  [['--label', 'Team'], 'Give a label and its value'],
  [['--event', 'up'], 'Allowed choices are down, resolved'],
])('%j is an error that says what to give', async (args, text) => {
  const ran = await runTest('cart', ...args);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(text);
});
