import { expect, test } from 'vitest';
import { formatChannels } from '../../src/commands/format-channels.ts';
import type { Channel } from '../../src/commands/wire.ts';

const channel: Channel = {
  ...{ channelId: 'chat', type: 'slack', origin: 'file', enabled: true, problem: null, version: null },
  ...{ settings: null, secrets: null, match: null, changedAt: null, changedBy: null },
  ...{ circuit: 'closed', circuitOpenSince: null, nextAttemptAt: null, waiting: 0, waitingSince: null },
  ...{ retrying: 0, nextRetryAt: null, lastSentAt: '2026-11-21T03:14:07.000Z', lastDelaySeconds: 0 },
  ...{ lastError: null, templateError: null, lastTestAt: null, lastTestError: null, lastProof: null },
};

test('a channel whose template failed works, and says why its words are the usual ones', () => {
  const stateOf = (more: Partial<Channel>) =>
    formatChannels([{ ...channel, ...more }], Date.UTC(2026, 10, 21, 4));
  expect(stateOf({})).toMatch(/file +works +-/);
  expect(
    stateOf({ templateError: { at: '2026-11-21T03:14:07.000Z', reason: 'undefined variable: x' } }),
  ).toMatch(/works; its template failed: undefined variable: x/);
});

test('a channel whose last test failed says when and why', () => {
  const lastTestError = { at: '2026-11-21T03:59:30.000Z', reason: 'receiver answered 401' };
  const table = formatChannels([{ ...channel, lastSentAt: null, lastTestError }], Date.UTC(2026, 10, 21, 4));
  expect(table).toMatch(/no message yet; its last test failed 30 s ago: receiver answered 401/);
});
