import { delivery } from '../domain/delivery.ts';
import type { Message, Notification } from '../domain/notification.ts';
import { type AttemptOutcome, afterAttempt } from '../domain/retry-schedule.ts';
import { sourceOf } from '../domain/telling/message-source.ts';
import { plainLines } from './plain-lines.ts';
import type { Channel, Claim, Notifications } from './ports/notifications.ts';
import type { Log, Meter } from './ports/observability.ts';
import type { Telling } from './ports/telling.ts';
import { createDecideDelivery, type DeliveryGroups } from './telling/decide-delivery.ts';
import type { EndDigest } from './telling/end-digest.ts';
import type { PassStormLimit } from './telling/pass-storm-limit.ts';

/** `later` contains the number of attempts, so that there is only one wake-up for the next attempt; `source`: whose it is. */
export type DeliveryOutcome =
  | { kind: 'done' }
  | { kind: 'later'; attempts: number; delayMs: number; source?: string | null };

export type DeliverNotification = (notificationId: string) => Promise<DeliveryOutcome>;

/** How long one attempt may take: less than its claim is valid, so that no running attempt is repeated. */
const attemptTimeoutMs = 15_000;

/**
 * Step 5. Claim, decide, send, settle. Only the worker that holds the claim may settle. The claim of a failed worker expires, and
 * the message is sent again with the same id. A permanent failure is dead at once; other failures are retried for a day.
 */
export function createDeliverNotification(parts: {
  notifications: Notifications;
  telling: Telling;
  passStormLimit: PassStormLimit;
  endDigest: EndDigest;
  /** As they are now. */
  channels: Pick<ReadonlyMap<string, Channel>, 'get'>;
  /** A link for this message with which people acknowledge its incident; undefined: none. Absent: there are none. */
  acknowledgeUrl?: (notification: Notification) => string | undefined;
  newToken: () => string;
  random: () => number;
  meter: Meter;
  log: Log;
  /** Absent: no outage groups are looked for. */
  groups?: DeliveryGroups | undefined;
}): DeliverNotification {
  const { notifications, channels, meter, log } = parts;
  const decideDelivery = createDecideDelivery(parts);

  return async function deliverNotification(notificationId) {
    const claimed = await notifications.claim(notificationId, parts.newToken(), delivery.leaseMs);
    if (claimed.kind === 'settled') return { kind: 'done' };
    if (claimed.kind === 'waiting') return { ...claimed, kind: 'later' };
    const decision = await decideDelivery(claimed.claim);
    if (decision.kind !== 'send') return decision;
    const outcome = await attempt(decision.claim);
    return settle(decision.claim, outcome);
  };

  async function attempt({ notification }: Claim): Promise<AttemptOutcome> {
    const channel = channels.get(notification.channelId);
    if (channel === undefined) {
      // Removed from this worker only now; another one may have it. Who gives it up is `abandon-removed-channel.ts`.
      const reason = `channel "${notification.channelId}" is not configured here`;
      return { kind: 'failed', permanent: false, reason };
    }
    try {
      return await channel.send(forThisAttempt(notification), AbortSignal.timeout(attemptTimeoutMs));
    } catch (error) {
      // An internal error: the row gets it as the reason, as for any other failure, and the message is retried.
      log.error(
        { error, notificationId: notification.notificationId },
        'channel threw an error while sending a message',
      );
      return { kind: 'failed', permanent: false, reason: 'unexpected error in the channel; see the log' };
    }
  }

  /** With why it is late, and with its link. That is not stored: who may read what was sent may not act for that reason. */
  function forThisAttempt(row: Notification): Message {
    const told = contentOf(row);
    // Receivers know what they are sent by the id of the row that is sent.
    const message = told === row ? row.message : { ...told.message, notificationId: row.notificationId };
    if (!('startedAtMs' in message)) return message;
    const acknowledgeUrl = parts.acknowledgeUrl?.(told);
    const { held, decidedAtMs } = row;
    return {
      ...message,
      ...(acknowledgeUrl === undefined ? {} : { acknowledgeUrl }),
      ...(held === undefined || decidedAtMs === undefined
        ? {}
        : { heldBack: { untilMs: decidedAtMs, because: held.because } }),
    };
  }

  /** A digest of one message is sent as that message. */
  function contentOf(row: Notification): Notification {
    const only = 'only' in row.message ? row.message.only : undefined;
    if (only === undefined || only.kind === 'digest' || only.kind === 'test') return row;
    const { notificationId, incidentId, kind } = only;
    return { ...row, notificationId, incidentId, kind, message: only };
  }

  function note({ notification }: Claim): void {
    const { notificationId, incidentId, channelId, channelType, kind, message } = notification;
    const of =
      'serviceName' in message ? { serviceName: message.serviceName, environment: message.environment } : {};
    const plain = plainLines.told(notification);
    log.info({ notificationId, incidentId, channelId, channelType, kind, ...of, plain }, 'message sent');
  }

  async function settle(claim: Claim, outcome: AttemptOutcome): Promise<DeliveryOutcome> {
    const { notificationId, channelId, channelType, attempts, replay } = claim.notification;
    const ageMs = claim.nowMs - delivery.sendableSinceMs(claim.notification);
    const step = afterAttempt(outcome, attempts - (replay?.attemptsBefore ?? 0), ageMs, parts.random());
    switch (step.kind) {
      case 'sent':
        if (step.note !== undefined)
          log.warn(
            { notificationId, channelId, reason: step.note },
            'message delivered; the receiver has a remark',
          );
        await notifications.sent(claim, step.note ?? null, outcome.answer);
        note(claim);
        meter.notified(channelType, 'sent');
        meter.delivered(channelType, ageMs);
        return { kind: 'done' };
      case 'retry':
        log.warn(
          { notificationId, channelId, attempts, reason: step.reason },
          'message not delivered; retrying',
        );
        await notifications.retry(claim, step.delayMs, step.reason, outcome.answer);
        meter.notified(channelType, 'retried');
        return { kind: 'later', attempts, delayMs: step.delayMs, source: sourceOf(claim.notification) };
      case 'dead':
        log.error(
          { notificationId, channelId, attempts, reason: step.reason },
          'message given up; fix the cause, then replay it',
        );
        await notifications.dead(claim, step.reason, outcome.answer);
        meter.notified(channelType, 'dead');
        return { kind: 'done' };
      default:
        return step satisfies never;
    }
  }
}
