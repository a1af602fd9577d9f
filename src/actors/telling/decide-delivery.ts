import { delivery } from '../../domain/delivery.ts';
import { mayFold } from '../../domain/failure-domains/fold-message.ts';
import type { Circumstances } from '../../domain/telling/circumstances.ts';
import { decideTelling } from '../../domain/telling/decide-telling.ts';
import { needsDecision } from '../../domain/telling/needs-decision.ts';
import type { CoverByLook } from '../outage-groups/cover-by-look.ts';
import type { EscalateGroup } from '../outage-groups/escalate-group.ts';
import type { CommitOutcome } from '../ports/commits.ts';
import type { Claim, Notifications } from '../ports/notifications.ts';
import type { GroupMeter, Log, Meter } from '../ports/observability.ts';
import type { Telling } from '../ports/telling.ts';
import type { EndDigest } from './end-digest.ts';
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
}): DecideDelivery {
  const { telling, notifications, meter, log, groups } = parts;

  return async function decideDelivery(claim) {
    const { notification, nowMs } = claim;
    if (notification.kind === 'digest' && !delivery.hasEnded(notification)) {
      const ended = await parts.endDigest(claim);
      return ended === null ? contended(claim) : { kind: 'send', claim: ended };
    }
    if (!needsDecision(notification)) return { kind: 'send', claim };
    const { notificationId, incidentId, channelId, channelType, attempts } = notification;
    await lookForOthers(claim);
    const decision = decideTelling(notification, await circumstancesOf(claim));
    switch (decision.kind) {
      case 'send': {
        const pass = await parts.passStormLimit(claim);
        if (pass.kind === 'wait') return { kind: 'later', attempts, delayMs: delivery.leaseMs };
        if (pass.kind === 'in-digest') return fold(claim, pass.digestId, pass.because);
        if (isLost(await notifications.decided(claim))) return contended(claim);
        return { kind: 'send', claim: { ...claim, notification: { ...notification, decidedAtMs: nowMs } } };
      }
      case 'hold': {
        const { untilMs, reason } = decision;
        if (isLost(await notifications.hold(claim, untilMs, reason))) return contended(claim);
        if (notification.held === undefined) {
          meter.notified(channelType, 'held');
          log.info({ notificationId, incidentId, channelId, reason }, 'message held back');
        }
        // The attempt was given back: the wake-up for it is the same.
        return { kind: 'later', attempts: attempts - 1, delayMs: untilMs - nowMs };
      }
      case 'suppress':
        if (!(await groupStandsFor(claim, decision.groupId))) return contended(claim);
        return suppress(claim, decision);
      default:
        return decision satisfies never;
    }
  };

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
