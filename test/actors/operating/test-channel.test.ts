import { expect, test } from 'vitest';
import { createTestChannel } from '../../../src/actors/operating/test-channel.ts';
import type { Channel } from '../../../src/actors/ports/notifications.ts';
import type { AttemptOutcome } from '../../../src/domain/retry-schedule.ts';
import { circuit } from '../../../src/domain/telling/circuit.ts';

function open(outcome: AttemptOutcome, passed: (channelId: string) => Promise<void>) {
  const warnings: string[] = [];
  const channel: Channel = {
    ...{ channelId: 'hook', type: 'webhook', followsUp: true },
    send: async () => outcome,
    close: async () => undefined,
  };
  const testChannel = createTestChannel({
    ...{ open: () => channel, publicUrl: () => 'http://monitor.example', newId: () => 'id', now: () => 0 },
    tests: { passed },
    circuits: {
      read: async (channel) => ({ ...channel, nowMs: 0, circuit: circuit.works, text: '' }),
      commit: async () => ({ kind: 'committed' }),
    },
    log: { info: () => undefined, error: () => undefined, warn: (_, text) => void warnings.push(text) },
  });
  return { testChannel, warnings };
}

test('a test that went out is remembered, and one that failed is not', async () => {
  const remembered: string[] = [];
  const remember = async (channelId: string) => void remembered.push(channelId);
  const failed: AttemptOutcome = { kind: 'failed', permanent: true, reason: 'no' };
  await open(failed, remember).testChannel('hook');
  expect(remembered).toEqual([]);
  await open({ kind: 'sent' }, remember).testChannel('hook');
  expect(remembered).toEqual(['hook']);
});

test('a test that went out did so also when Redis is away and cannot remember it', async () => {
  const { testChannel, warnings } = open({ kind: 'sent' }, () => Promise.reject(new Error('away')));
  expect(await testChannel('hook')).toMatchObject({ kind: 'tested', outcome: { kind: 'sent' } });
  expect(warnings).toEqual(['could not store that a channel passed its test']);
});
