import { expect, test } from 'vitest';
import { createTestChannel } from '../../../src/actors/operating/test-channel.ts';
import type { Channel } from '../../../src/actors/ports/notifications.ts';
import type { AttemptOutcome } from '../../../src/domain/retry-schedule.ts';
import { circuit } from '../../../src/domain/telling/circuit.ts';

type Remember = (channelId: string, reason?: string) => Promise<void>;

function open(outcome: AttemptOutcome, remember: Remember) {
  const warnings: string[] = [];
  const channel: Channel = {
    ...{ channelId: 'hook', type: 'webhook', followsUp: true },
    send: async () => outcome,
    close: async () => undefined,
  };
  const testChannel = createTestChannel({
    ...{ open: () => channel, publicUrl: () => 'http://monitor.example', newId: () => 'id', now: () => 0 },
    tests: { passed: (channelId) => remember(channelId), failed: remember },
    circuits: {
      read: async (channel) => ({ ...channel, nowMs: 0, circuit: circuit.works, text: '' }),
      commit: async () => ({ kind: 'committed' }),
    },
    log: { info: () => undefined, error: () => undefined, warn: (_, text) => void warnings.push(text) },
  });
  return { testChannel, warnings };
}

test('a test is remembered, and of one that failed why', async () => {
  const remembered: unknown[] = [];
  const remember: Remember = async (...how) => void remembered.push(how);
  const failed: AttemptOutcome = { kind: 'failed', permanent: true, reason: 'no' };
  await open(failed, remember).testChannel('hook');
  expect(remembered).toEqual([['hook', 'no']]);
  await open({ kind: 'sent' }, remember).testChannel('hook');
  expect(remembered).toEqual([['hook', 'no'], ['hook']]);
});

test('a test that went out did so also when Redis is away and cannot remember it', async () => {
  const { testChannel, warnings } = open({ kind: 'sent' }, () => Promise.reject(new Error('away')));
  expect(await testChannel('hook')).toMatchObject({ kind: 'tested', outcome: { kind: 'sent' } });
  expect(warnings).toEqual(['could not store how the test of a channel ended']);
});
