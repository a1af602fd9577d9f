import { delivery } from '../../domain/delivery.ts';
import { mayFold } from '../../domain/failure-domains/fold-message.ts';
import type { Circumstances } from '../../domain/telling/circumstances.ts';
import { decideTelling } from '../../domain/telling/decide-telling.ts';
import { isAskedAgain, needsDecision } from '../../domain/telling/needs-decision.ts';
import { threadStep } from '../../domain/telling/thread.ts';
import type { CoverByLook } from '../outage-groups/cover-by-look.ts';
import type { EscalateGroup } from '../outage-groups/escalate-group.ts';
import type { CommitOutcome } from '../ports/commits.ts';
import type { Claim, Notifications } from '../ports/notifications.ts';
import type { GroupMeter, Log, Meter } from '../ports/observability.ts';
import type { Telling } from '../ports/telling.ts';
import type { EndDigest } from './end-digest.ts';
import type { MarkTelling } from './mark-telling.ts';
import type { PassStormLimit } from './pass-storm-limit.ts';

/** What follows for a claimed message: an attempt, nothing any more, or another look later. */
export type DeliveryDecision =
  | { kind: 'send'; claim: Claim }
  | { kind: 'done' }
  | { kind: 'later'; attempts: number; delayMs: number };

/** What finds out whether messages are part of that of an outage group. */
export interface DeliveryGroups {
  coverByLook: CoverByLook;
  escalateGroup: EscalateGroup;
  meter: GroupMeter;
}

export type DecideDelivery = (claim: Claim) => Promise<DeliveryDecision>;

/**
 * Decides under the claim of a message whether it is sent now, so that one worker decides. That it is sent is written
 * before it is tried: whoever dies before that left nothing, and whoever takes over after it does not ask again, as the
 * receiver may have the message already.
 */
export function createDecideDelivery(parts: {
  telling: Telling;
  passStormLimit: PassStormLimit;
  endDigest: EndDigest;
  notifications: Pick<Notifications, 'decided' | 'hold' | 'suppress' | 'fold'>;
  meter: Meter;
  log: Log;
  /** Absent: no outage groups are looked for. */
  groups?: DeliveryGroups | undefined;
  /** Absent: nothing follows an outage that depends on when it was told. */
  markTelling?: MarkTelling | undefined;
}): DecideDelivery {
  const { telling, notifications, meter, log, groups, markTelling } = parts;

  return async function decideDelivery(claim) {
    const { notification } = claim;
    if (notification.kind === 'digest' && !delivery.hasEnded(notification)) {
      const ended = await parts.endDigest(claim);
      return ended === null ? contended(claim) : { kind: 'send', claim: ended };
    }
    if (!needsDecision(notification))
      return isAskedAgain(notification) ? askAgain(claim) : { kind: 'send', claim };
    await lookForOthers(claim);
    const circumstances = await circumstancesOf(claim);
    const decision = decideTelling(notification, circumstances);
    switch (decision.kind) {
      case 'send':
        return passOrFold(claim);
      case 'hold':
        return holdBack(claim, decision);
      case 'suppress':
        if (!(await groupStandsFor(claim, decision.groupId))) return contended(claim);
        if (circumstances.group !== null && decision.groupId !== undefined)
          await markTelling?.told(notification, circumstances.group.group.detectedAtMs);
        return suppress(claim, decision);
      default:
        return decision satisfies never;
    }
  };

  async function passOrFold(claim: Claim): Promise<DeliveryDecision> {
    const { notification, nowMs } = claim;
    const { attempts } = notification;
    const step = claim.thread === undefined ? null : threadStep(notification, claim.thread);
    if (step?.kind === 'nothing') return suppress(claim, { reason: step.because });
    // Nobody reads one more message.
    if (step?.kind === 'change') return send(claim);
    const pass = await parts.passStormLimit(claim);
    if (pass.kind === 'wait') return { kind: 'later', attempts, delayMs: delivery.leaseMs };
    await markTelling?.told(notification, nowMs);
    if (pass.kind === 'singly') return send(claim);
    // The digest tells it, and what stands in the channel is not left as it was before.
    if (step?.kind === 'change-and-answer') return send(claim, pass.digestId);
    return fold(claim, pass.digestId, pass.because);
  }

  async function send(claim: Claim, digestId?: string): Promise<DeliveryDecision> {
    const { notification, nowMs } = claim;
    if (isLost(await notifications.decided(claim, digestId))) return contended(claim);
    const told = digestId === undefined ? {} : { digestId };
    return {
      kind: 'send',
      claim: { ...claim, notification: { ...notification, decidedAtMs: nowMs, ...told } },
    };
  }

  async function holdBack(
    claim: Claim,
    { untilMs, reason }: { untilMs: number; reason: string },
  ): Promise<DeliveryDecision> {
    const { notification, nowMs } = claim;
    const { notificationId, incidentId, channelId, channelType, attempts } = notification;
    if (isLost(await notifications.hold(claim, untilMs, reason))) return contended(claim);
    await markTelling?.held(notification, untilMs);
    if (notification.held === undefined) {
      meter.notified(channelType, 'held');
      log.info({ notificationId, incidentId, channelId, reason }, 'message held back');
    }
    // The attempt was given back: the wake-up for it is the same.
    return { kind: 'later', attempts: attempts - 1, delayMs: untilMs - nowMs };
  }

  /** Somebody may have answered since the last attempt. */
  async function askAgain(claim: Claim): Promise<DeliveryDecision> {
    const reason = await telling.unwanted(claim.notification);
    return reason === null ? { kind: 'send', claim } : suppress(claim, { reason });
  }

  /** Where nobody looks for groups, none is escalated: each incident is by itself. */
  async function circumstancesOf({ notification, nowMs }: Claim): Promise<Circumstances> {
    const found = await telling.circumstances(notification, nowMs);
    return groups === undefined && notification.kind === 'escalation' ? { ...found, group: null } : found;
  }

  /** A Down may have a cause in common with others. */
  async function lookForOthers({ notification }: Claim): Promise<void> {
    if (notification.kind === 'down' && mayFold(notification))
      await groups?.coverByLook(notification.createdAtMs);
  }

  /** A group has a message of its own for the escalation of its incidents: it is planned before they say so. */
  async function groupStandsFor({ notification }: Claim, groupId: string | undefined): Promise<boolean> {
    const { kind, incidentId, channelId, message } = notification;
    if (kind !== 'escalation' || groupId === undefined || groups === undefined) return true;
    const afterMs = ('stepMs' in message ? message.stepMs : undefined) ?? 0;
    return groups.escalateGroup(groupId, { incidentId, channelId, afterMs });
  }

  async function suppress(
    claim: Claim,
    { reason, groupId }: { reason: string; groupId?: string },
  ): Promise<DeliveryDecision> {
    const { notificationId, incidentId, channelId, channelType } = claim.notification;
    if (isLost(await notifications.suppress(claim, reason, groupId))) return contended(claim);
    if (groupId !== undefined) groups?.meter.folded();
    meter.notified(channelType, 'suppressed');
    log.info({ notificationId, incidentId, channelId, reason }, 'message suppressed');
    return { kind: 'done' };
  }

  async function fold(claim: Claim, digestId: string, reason: string): Promise<DeliveryDecision> {
    const { notificationId, incidentId, channelId, channelType } = claim.notification;
    if (isLost(await notifications.fold(claim, digestId, reason))) return contended(claim);
    meter.notified(channelType, 'folded');
    log.info({ notificationId, incidentId, channelId, digestId, reason }, 'message put into a digest');
    return { kind: 'done' };
  }
}

function isLost({ kind }: CommitOutcome): boolean {
  return kind === 'stale';
}

/** The claim ran out, and another worker has it. */
function contended({ notification: { attempts } }: Claim): DeliveryDecision {
  return { kind: 'later', attempts, delayMs: delivery.contendedWaitMs };
}
