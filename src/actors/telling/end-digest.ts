import type { DigestMessage } from '../../domain/messages.ts';
import { composeDigest } from '../../domain/telling/digest.ts';
import { withEnding } from '../../domain/telling/digest-line.ts';
import { stormLimit } from '../../domain/telling/storm-limit.ts';
import type { InTurn } from '../concurrency/one-after-another.ts';
import type { Claim } from '../ports/notifications.ts';
import type { Storms } from '../ports/storms.ts';
import { inChannelTurn } from './in-channel-turn.ts';

/** The claim of a digest that says what it collected; null: the claim ran out. */
export type EndDigest = (claim: Claim) => Promise<Claim | null>;

/**
 * Ends the collecting of a digest whose time has come, then writes what it says: a retry says the same. A worker that dies
 * between the two leaves a digest that nothing joins any more, and the next one writes what it says.
 */
export function createEndDigest({ storms, inTurn }: { storms: Storms; inTurn: InTurn }): EndDigest {
  return async function endDigest(claim) {
    const { notification, nowMs } = claim;
    const { channelId, notificationId, message } = notification;
    if (message.kind !== 'digest') throw new Error(`a message of ${message.kind} is no digest`);
    await inChannelTurn(inTurn, channelId, () => end(claim));
    const entries = await storms.entries(notificationId);
    const content = composeDigest(entries);
    const incidents = await storms.incidents(content.lines.map(({ incidentId }) => incidentId));
    const lines = content.lines.map((line) => withEnding(line, incidents.get(line.incidentId) ?? null));
    const isOnly = entries.length === 1 && lines[0] === content.lines[0];
    const only = isOnly ? await storms.onlyMessage(notificationId) : null;
    const full: DigestMessage = {
      ...{ ...message, ...content, lines, endedAtMs: nowMs },
      ...(only === null ? {} : { only }),
    };
    const outcome = await storms.compose(claim, full);
    if (outcome.kind === 'stale') return null;
    return { ...claim, notification: { ...notification, message: full, decidedAtMs: nowMs } };
  };

  async function end({ notification, nowMs }: Claim): Promise<'ended' | 'again'> {
    const seen = await storms.read(notification);
    if (seen.state?.digest?.openedAtMs !== notification.createdAtMs) return 'ended';
    const outcome = await storms.commit(seen, stormLimit.endDigest(seen.state, nowMs), null);
    return outcome.kind === 'stale' ? 'again' : 'ended';
  }
}
