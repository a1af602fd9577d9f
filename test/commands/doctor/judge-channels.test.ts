import { expect, test } from 'vitest';
import type { ChannelHealth } from '../../../src/actors/ports/channel-health.ts';
import { judgeChannels } from '../../../src/commands/doctor/judge-channels.ts';

const channel = {
  ...{ id: 'hook', type: 'webhook' as const, url: 'http://127.0.0.1:9/secret' },
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
};

test('a channel whose messages wait is something to do, with what its provider said and no secret', async () => {
  const health: ChannelHealth = {
    ...{ channelId: 'hook', lastSentAtMs: null, lastDelayMs: null, testedAtMs: null, proof: null },
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
