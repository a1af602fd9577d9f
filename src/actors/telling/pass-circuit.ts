import { delivery } from '../../domain/delivery.ts';
import type { Notification } from '../../domain/notification.ts';
import { giveUpAfterMs } from '../../domain/retry-schedule.ts';
import { type Circuit, type CircuitNews, circuit, type OpenCircuit } from '../../domain/telling/circuit.ts';
import { oneAfterAnother } from '../concurrency/one-after-another.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { Circuits, ConfiguredChannel, WaitingMessages } from '../ports/circuits.ts';
import type { Channel, Claim } from '../ports/notifications.ts';
import type { Log } from '../ports/observability.ts';

/** Whether a claimed message is tried. */
export type CircuitPass =
  /** `wasQuiet`: its channel works as far as anybody knows, so that a success is no news. */
  | { kind: 'try'; wasQuiet: boolean }
  | { kind: 'parked' }
  /** It has waited for as long as any message is tried. */
  | { kind: 'too-old'; reason: string };

export interface PassCircuit {
  /** Asked under the claim, before anything else is decided. What is parked has its attempt back, and no wake-up. */
  pass(claim: Claim): Promise<CircuitPass>;
  /** Parks a message whose attempt failed. */
  park(
    claim: Claim,
    failed: { reason: string; answer?: string | undefined },
    open: OpenCircuit,
  ): Promise<void>;
  /** What an attempt says of the channel; returns the circuit after it. */
  note(notification: Notification, news: CircuitNews): Promise<Circuit>;
  /** A message that may have been the probe was not sent: another one is. */
  unused(notification: Notification): Promise<void>;
  /**
   * Asked after parking: a circuit that was closed meanwhile released what waited then. True: this message was released
   * here, and may be claimed.
   */
  releasedMeanwhile(notification: Notification): Promise<boolean>;
}

/** Several workers note the attempts of a channel at a time. */
const attempts = 100;

/** Holds messages back while the circuit of their channel is open, and keeps the circuit. */
export function createPassCircuit(parts: {
  circuits: Circuits;
  waiting: Pick<WaitingMessages, 'park' | 'release'>;
  channels: Pick<ReadonlyMap<string, Channel>, 'get'>;
  log: Log;
}): PassCircuit {
  const { circuits, waiting, log } = parts;
  const inTurn = oneAfterAnother();

  /** Null: it has no circuit. */
  function configured({ channelId }: Notification): ConfiguredChannel | null {
    const configuration = parts.channels.get(channelId)?.configuration;
    return configuration === undefined ? null : { channelId, configuration };
  }

  function change(
    channel: ConfiguredChannel,
    to: (now: Circuit, nowMs: number) => Circuit,
  ): Promise<Circuit> {
    return inTurn(channel.channelId, () =>
      untilCommitted<Circuit>(
        attempts,
        async () => {
          const view = await circuits.read(channel);
          const after = to(view.circuit, view.nowMs);
          if (after === view.circuit) return after;
          if ((await circuits.commit(view, after)).kind === 'stale') return 'again';
          tell(channel.channelId, view.circuit, after);
          return after;
        },
        contention('too many attempts of this channel are noted at once'),
      ),
    );
  }

  function tell(channelId: string, before: Circuit, after: Circuit): void {
    if (before.kind === 'closed' && after.kind === 'open')
      log.warn(
        { channelId, reason: after.because },
        'channel fails; its messages wait, and one a minute is tried',
      );
    if (before.kind === 'open' && after.kind === 'closed')
      log.info({ channelId }, 'channel works again; what waited is sent');
  }

  return {
    async pass(claim) {
      const { notification, nowMs } = claim;
      const channel = configured(notification);
      if (channel === null) return { kind: 'try', wasQuiet: true };
      const { notificationId, channelId } = notification;
      const now = (await circuits.read(channel)).circuit;
      if (!circuit.holds(now, notificationId)) {
        return { kind: 'try', wasQuiet: now.kind === 'closed' && now.failures === 0 };
      }
      const because = describeOpen(channelId, now);
      const untilMs = delivery.sendableSinceMs(notification) + giveUpAfterMs;
      if (nowMs >= untilMs) {
        const tried = notification.attempts - 1;
        return { kind: 'too-old', reason: `gave up after ${tried} attempts: ${because}` };
      }
      await waiting.park(claim, { because: `waits: ${because}`, untilMs });
      return { kind: 'parked' };
    },

    async park(claim, failed, open) {
      const { channelId } = claim.notification;
      const untilMs = delivery.sendableSinceMs(claim.notification) + giveUpAfterMs;
      const because = `waits: ${describeOpen(channelId, open)}`;
      await waiting.park(claim, { because, untilMs, attempt: failed });
    },

    async note(notification, news) {
      const channel = configured(notification);
      if (channel === null) return circuit.works;
      return change(channel, (now, nowMs) => circuit.after(now, notification.notificationId, news, nowMs));
    },

    async unused(notification) {
      const channel = configured(notification);
      if (channel === null) return;
      await change(channel, (now) => circuit.withoutProbe(now, notification.notificationId));
    },

    async releasedMeanwhile(notification) {
      const channel = configured(notification);
      if (channel === null) return false;
      const { notificationId, channelId, attempts } = notification;
      const now = (await circuits.read(channel)).circuit;
      if (circuit.holds(now, notificationId)) return false;
      const sinceMs = delivery.sendableSinceMs(notification);
      const outcome = await waiting.release({ notificationId, channelId, attempts, sinceMs });
      return outcome.kind === 'committed';
    },
  };
}

/** Why messages wait. When the next attempt is stands beside it, and changes. */
function describeOpen(channelId: string, { sinceMs, because }: OpenCircuit): string {
  return `the circuit of ${channelId} is open since ${new Date(sinceMs).toISOString()}: ${because}`;
}
