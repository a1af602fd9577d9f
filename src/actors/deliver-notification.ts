import { delivery } from '../domain/delivery.ts';
import type { Notification } from '../domain/notification.ts';
import { recipientEnds } from '../domain/recipient-ends.ts';
import { type AttemptOutcome, afterAttempt } from '../domain/retry-schedule.ts';
import type { OpenCircuit } from '../domain/telling/circuit.ts';
import { sourceOf } from '../domain/telling/message-source.ts';
import { plainLines } from './plain-lines.ts';
import type { Channel, Claim, InThread, Notifications } from './ports/notifications.ts';
import type { Log, Meter } from './ports/observability.ts';
import type { Telling } from './ports/telling.ts';
import { createDecideDelivery, type DeliveryGroups } from './telling/decide-delivery.ts';
import type { EndDigest } from './telling/end-digest.ts';
import type { MarkTelling } from './telling/mark-telling.ts';
import { messageOfAttempt } from './telling/message-of-attempt.ts';
import type { CircuitPass, PassCircuit } from './telling/pass-circuit.ts';
import type { PassStormLimit } from './telling/pass-storm-limit.ts';
import { placeInThread } from './telling/place-in-thread.ts';

/** `later` contains the number of attempts, so that there is only one wake-up for the next attempt; `source`: whose it is. */
export type DeliveryOutcome =
  | { kind: 'done' }
  | { kind: 'later'; attempts: number; delayMs: number; source?: string | null };

export type DeliverNotification = (notificationId: string) => Promise<DeliveryOutcome>;

interface Attempt {
  outcome: AttemptOutcome;
  /** It took all its time. */
  isHung: boolean;
}

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
  /** Absent: each message is tried, however its channel does. */
  passCircuit?: PassCircuit;
  /** Absent: nothing follows an outage that depends on when it was told. */
  markTelling?: MarkTelling | undefined;
}): DeliverNotification {
  const { notifications, channels, meter, log, passCircuit } = parts;
  const decideDelivery = createDecideDelivery(parts);

  return async function deliverNotification(notificationId) {
    const claimed = await notifications.claim(notificationId, parts.newToken(), delivery.leaseMs);
    if (claimed.kind === 'settled') return { kind: 'done' };
    if (claimed.kind === 'waiting') return { ...claimed, kind: 'later' };
    if (claimed.kind === 'parked') return afterParking(claimed.notification);
    const pass: CircuitPass = (await passCircuit?.pass(claimed.claim)) ?? { kind: 'try', wasQuiet: true };
    if (pass.kind === 'parked') return afterParking(givenBack(claimed.claim.notification));
    if (pass.kind === 'too-old') return giveUp(claimed.claim, pass.reason);
    const decision = await decideDelivery(claimed.claim);
    if (decision.kind !== 'send') {
      if (!pass.wasQuiet) await passCircuit?.unused(claimed.claim.notification);
      return decision;
    }
    const place = placeInThread(decision.claim);
    if (place.kind === 'nothing') {
      if (!pass.wasQuiet) await passCircuit?.unused(claimed.claim.notification);
      await notifications.suppress(decision.claim, place.because);
      return { kind: 'done' };
    }
    const attempted = await attempt(decision.claim, place.inThread);
    return settle(decision.claim, attempted, pass);
  };

  /** It has no wake-up any more, unless the circuit was closed at the same moment. */
  async function afterParking(notification: Notification): Promise<DeliveryOutcome> {
    const isFree = (await passCircuit?.releasedMeanwhile(notification)) ?? false;
    return isFree ? { kind: 'later', attempts: notification.attempts, delayMs: 0 } : { kind: 'done' };
  }

  async function attempt({ notification }: Claim, inThread: InThread | undefined): Promise<Attempt> {
    const channel = channels.get(notification.channelId);
    if (channel === undefined) {
      // Removed from this worker only now; another one may have it. Who gives it up is `abandon-removed-channel.ts`.
      const reason = `channel "${notification.channelId}" is not configured here`;
      return { outcome: { kind: 'failed', permanent: false, reason }, isHung: false };
    }
    const signal = AbortSignal.timeout(attemptTimeoutMs);
    try {
      const message = messageOfAttempt(notification, parts.acknowledgeUrl);
      const outcome = await channel.send(message, signal, notification.ends, inThread);
      return { outcome, isHung: signal.aborted };
    } catch (error) {
      // An internal error: the row gets it as the reason, as for any other failure, and the message is retried.
      log.error(
        { error, notificationId: notification.notificationId },
        'channel threw an error while sending a message',
      );
      const reason = 'unexpected error in the channel; see the log';
      return { outcome: { kind: 'failed', permanent: false, reason }, isHung: false };
    }
  }

  function note({ notification }: Claim): void {
    const { notificationId, incidentId, channelId, channelType, kind, message } = notification;
    const of =
      'serviceName' in message ? { serviceName: message.serviceName, environment: message.environment } : {};
    const plain = plainLines.told(notification);
    log.info({ notificationId, incidentId, channelId, channelType, kind, ...of, plain }, 'message sent');
  }

  async function settle(
    claimed: Claim,
    { outcome, isHung }: Attempt,
    { wasQuiet }: { wasQuiet: boolean },
  ): Promise<DeliveryOutcome> {
    const claim = await withEnds(claimed, outcome);
    const { notification } = claim;
    const { notificationId, channelId, channelType, attempts, replay } = notification;
    const ageMs = claim.nowMs - delivery.sendableSinceMs(notification);
    const open = outcome.kind === 'failed' ? await openAfter(notification, outcome, isHung) : null;
    const tried = attempts - (replay?.attemptsBefore ?? 0);
    const step = afterAttempt(outcome, tried, ageMs, parts.random(), open !== null);
    switch (step.kind) {
      case 'sent':
        if (step.note !== undefined)
          log.warn(
            { notificationId, channelId, reason: step.note },
            'message delivered; the receiver has a remark',
          );
        await notifications.sent(claim, step.note ?? null, step.answer, step.reference, step.template);
        note(claim);
        meter.notified(channelType, 'sent');
        meter.delivered(channelType, ageMs);
        if (!wasQuiet) await passCircuit?.note(notification, { kind: 'sent' });
        return { kind: 'done' };
      case 'retry':
        log.warn(
          { notificationId, channelId, attempts, reason: step.reason },
          'message not delivered; retrying',
        );
        await notifications.retry(claim, step.delayMs, step.reason, outcome.answer);
        meter.notified(channelType, 'retried');
        return { kind: 'later', attempts, delayMs: step.delayMs, source: sourceOf(notification) };
      case 'wait':
        return park(claim, { reason: step.reason, answer: outcome.answer }, open);
      case 'dead':
        return giveUp(claim, step.reason, outcome.answer);
      default:
        return step satisfies never;
    }
  }

  /** Who has it now is written first: nobody gets it twice, whatever happens to this worker then. */
  async function withEnds(claim: Claim, { ends }: AttemptOutcome): Promise<Claim> {
    const { ends: _before, ...notification } = claim.notification;
    if (ends === undefined) return { ...claim, notification };
    await notifications.ended(claim, ends);
    return { ...claim, notification: { ...notification, ends } };
  }

  /** The circuit, if it is open after a failed attempt. */
  async function openAfter(
    notification: Notification,
    failed: AttemptOutcome & { kind: 'failed' },
    isHung: boolean,
  ): Promise<OpenCircuit | null> {
    // A server that takes it for some works: that others are put off opens no circuit.
    if (failed.isInterrupted || recipientEnds.isReached(failed.ends)) {
      await passCircuit?.unused(notification);
      return null;
    }
    const circuit = await passCircuit?.note(notification, { ...failed, isHung, because: failed.reason });
    return circuit?.kind === 'open' ? circuit : null;
  }

  async function park(
    claim: Claim,
    failed: { reason: string; answer?: string | undefined },
    open: OpenCircuit | null,
  ): Promise<DeliveryOutcome> {
    const { notificationId, channelId, channelType, attempts } = claim.notification;
    const { reason } = failed;
    log.warn(
      { notificationId, channelId, attempts, reason },
      'message not delivered; it waits until its channel works',
    );
    if (open !== null) await passCircuit?.park(claim, failed, open);
    meter.notified(channelType, 'retried');
    return afterParking(claim.notification);
  }

  async function giveUp(claim: Claim, reason: string, answer?: string): Promise<DeliveryOutcome> {
    const { notificationId, channelId, channelType, attempts } = claim.notification;
    log.error(
      { notificationId, channelId, attempts, reason },
      'message given up; fix the cause, then replay it',
    );
    await notifications.dead(claim, reason, answer);
    meter.notified(channelType, 'dead');
    return { kind: 'done' };
  }
}

/** As its row is when the attempt was given back. */
function givenBack(notification: Notification): Notification {
  return { ...notification, attempts: notification.attempts - 1 };
}
