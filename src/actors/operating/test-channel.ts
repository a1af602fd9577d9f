import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { testMessage } from '../../domain/test-message.ts';
import type { ChannelTests } from '../ports/nodes.ts';
import type { Channel } from '../ports/notifications.ts';
import type { Log } from '../ports/observability.ts';

export type TestChannel = (
  channelId: string,
) => Promise<{ kind: 'tested'; outcome: AttemptOutcome; tookMs: number } | { kind: 'unknown-channel' }>;

/** As long as one attempt at a real message may take. */
const timeoutMs = 15_000;

/** Sends a message that calls itself a test through a channel as it is configured here, once. */
export function createTestChannel(parts: {
  /** Null: no such channel. It is closed after the test. */
  open: (channelId: string) => Channel | null;
  publicUrl: () => string;
  newId: () => string;
  now: () => number;
  tests: ChannelTests;
  log: Log;
}): TestChannel {
  /** The test went out, whether that can be remembered or not. */
  const remember = (channelId: string) =>
    parts.tests
      .passed(channelId)
      .catch((error: unknown) =>
        parts.log.warn({ channelId, error }, 'could not store that a channel passed its test'),
      );

  return async function testChannel(channelId) {
    const channel = parts.open(channelId);
    if (channel === null) return { kind: 'unknown-channel' };
    const beganAtMs = parts.now();
    try {
      const message = testMessage(parts.newId(), beganAtMs, parts.publicUrl());
      const outcome = await channel.send(message, AbortSignal.timeout(timeoutMs));
      const tookMs = parts.now() - beganAtMs;
      if (outcome.kind === 'sent') await remember(channelId);
      return { kind: 'tested', outcome, tookMs };
    } finally {
      await channel.close();
    }
  };
}
