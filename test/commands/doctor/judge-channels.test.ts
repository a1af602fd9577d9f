import { expect, test } from 'vitest';
import type { ChannelHealth } from '../../../src/actors/ports/channel-health.ts';
import { judgeChannels } from '../../../src/commands/doctor/judge-channels.ts';
import { openTcpServer } from '../../channels/support/open-tcp-server.ts';

const channel = {
  ...{ id: 'hook', type: 'webhook' as const, url: 'http://127.0.0.1:9/secret' },
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

test('a channel whose messages wait is something to do, with what its provider said and no secret', async () => {
  const health: ChannelHealth = {
    ...{
      channelId: 'hook',
      lastSentAtMs: null,
      lastDelayMs: null,
      testedAtMs: null,
      testError: null,
      proof: null,
    },
    lastError: {
      atMs: 1_790_000_000_000,
      reason: 'receiver answered 401',
      answer: '401 Unauthorized: no such token',
    },
    waiting: { count: 3, sinceMs: 1_790_000_000_000 },
    retried: { count: 0, nextAtMs: null },
    openCircuit: {
      ...{ kind: 'open', sinceMs: 1_790_000_000_000, probes: 2, nextProbeAtMs: 0, probe: null },
      because: 'receiver answered 401',
    },
  };
  const [finding] = await judgeChannels([channel], new Map(), [health]);
  expect(finding).toEqual({
    what: 'Channel hook',
    level: 'act',
    found:
      'its circuit is open since 2026-09-21T14:13:20.000Z: 401 Unauthorized: no such token; 3 messages wait',
    advice: expect.stringContaining('channels test hook'),
  });
});

test('a channel that runs a program is judged by whether it can be run', async () => {
  const command = (program: string) => ({ id: 'siren', type: 'command' as const, program, arguments: [] });
  const findings = await judgeChannels([command(process.execPath), command('/nowhere/siren')], null);
  expect(findings).toMatchObject([
    { level: 'ok', found: `command at ${process.execPath} can be run` },
    { level: 'act', found: 'command at /nowhere/siren: it cannot be run' },
  ]);
});

test('a template that failed is worth a look, as long as the channel has one; so is a test that failed', async () => {
  const health: ChannelHealth = {
    ...{
      channelId: 'siren',
      lastSentAtMs: 1,
      lastDelayMs: 0,
      testedAtMs: null,
      testError: null,
      proof: null,
      lastError: null,
    },
    ...{ waiting: { count: 0, sinceMs: null }, retried: { count: 0, nextAtMs: null }, openCircuit: null },
    templateError: { atMs: 1_790_000_000_000, reason: 'undefined variable: x' },
  };
  const server = await openTcpServer((socket) => void socket.end());
  const { port } = server;
  const chat = { id: 'siren', type: 'slack' as const, url: `http://127.0.0.1:${port}/hook` };
  const judge = (given: object) =>
    judgeChannels([{ ...chat, ...given }], new Map([['siren', 1_000]]), [health]);
  expect(await judge({ subject: '{{ x }}' })).toMatchObject([
    {
      level: 'look',
      found: expect.stringContaining(
        'answers; its template failed at 2026-09-21T14:13:20.000Z, so that message has the usual words: undefined variable: x',
      ),
      advice: 'Correct "subject" or "text", and look: channels preview siren',
    },
  ]);
  expect(await judge({})).toMatchObject([{ level: 'ok' }]);

  health.testError = { atMs: 1_790_000_000_000, reason: 'receiver answered 404' };
  expect(await judge({})).toMatchObject([
    {
      level: 'look',
      found: expect.stringContaining(
        'its last test failed at 2026-09-21T14:13:20.000Z: receiver answered 404',
      ),
      advice: 'Mend it, and test it again: channels test siren',
    },
  ]);
  health.lastSentAtMs = 1_790_000_000_001;
  expect(await judge({})).toMatchObject([{ level: 'ok' }]);
});
