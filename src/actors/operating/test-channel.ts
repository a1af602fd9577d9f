import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { circuit } from '../../domain/telling/circuit.ts';
import { testMessage } from '../../domain/test-message.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { Circuits } from '../ports/circuits.ts';
import type { ChannelTests } from '../ports/nodes.ts';
import type { Channel } from '../ports/notifications.ts';
import type { Log } from '../ports/observability.ts';

export type TestChannel = (
  channelId: string,
  /** For a drill: the link in it. */
  confirmUrl?: string,
) => Promise<{ kind: 'tested'; outcome: AttemptOutcome; tookMs: number } | { kind: 'unknown-channel' }>;

/** As long as one attempt at a real message may take. */
const timeoutMs = 15_000;

/** Workers that send through it at the same time may be faster. */
const attempts = 100;

/** Sends a message that calls itself a test through a channel as it is configured here, once. */
export function createTestChannel(parts: {
  /** Null: no such channel. It is closed after the test. */
  open: (channelId: string) => Channel | null;
  publicUrl: () => string;
  newId: () => string;
  now: () => number;
  tests: ChannelTests;
  circuits: Pick<Circuits, 'read' | 'commit'>;
  log: Log;
}): TestChannel {
  /** The test ended as it did, whether that can be remembered or not. */
  const remember = (channelId: string, outcome: AttemptOutcome) =>
    (outcome.kind === 'sent'
      ? parts.tests.passed(channelId)
      : parts.tests.failed(channelId, outcome.reason)
    ).catch((error: unknown) =>
      parts.log.warn({ channelId, error }, 'could not store how the test of a channel ended'),
    );

  /** What works need not be waited for. */
  async function closeCircuit({ channelId, configuration }: Channel): Promise<void> {
    if (configuration === undefined) return;
    const { circuits } = parts;
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const view = await circuits.read({ channelId, configuration });
        const after = circuit.after(view.circuit, '', { kind: 'sent' }, view.nowMs);
        if (after === view.circuit) return 'done';
        return (await circuits.commit(view, after)).kind === 'stale' ? 'again' : 'done';
      },
      contention('the circuit of the channel changes faster than it can be closed'),
    ).catch((error: unknown) =>
      parts.log.warn({ channelId, error }, 'could not close the circuit of a channel that passed its test'),
    );
  }

  return async function testChannel(channelId, confirmUrl) {
    const channel = parts.open(channelId);
    if (channel === null) return { kind: 'unknown-channel' };
    const beganAtMs = parts.now();
    try {
      const message = testMessage(parts.newId(), beganAtMs, parts.publicUrl(), confirmUrl);
      const outcome = await channel.send(message, AbortSignal.timeout(timeoutMs));
      const tookMs = parts.now() - beganAtMs;
      const mended = outcome.kind === 'sent' ? closeCircuit(channel) : undefined;
      await Promise.all([remember(channelId, outcome), mended]);
      return { kind: 'tested', outcome, tookMs };
    } finally {
      await channel.close();
    }
  };
}
