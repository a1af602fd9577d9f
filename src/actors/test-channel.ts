import type { AttemptOutcome } from '../domain/retry-schedule.ts';
import { testMessage } from '../domain/test-message.ts';
import type { Channel } from './ports/ports.ts';

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
}): TestChannel {
  return async function testChannel(channelId) {
    const channel = parts.open(channelId);
    if (channel === null) return { kind: 'unknown-channel' };
    const beganAtMs = parts.now();
    try {
      const message = testMessage(parts.newId(), beganAtMs, parts.publicUrl());
      const outcome = await channel.send(message, AbortSignal.timeout(timeoutMs));
      return { kind: 'tested', outcome, tookMs: parts.now() - beganAtMs };
    } finally {
      await channel.close();
    }
  };
}
