import type { Ids } from '../../domain/ids.ts';
import type { Notification } from '../../domain/notification.ts';
import { type DigestEntry, digestName } from '../../domain/telling/digest.ts';
import { isEnd } from '../../domain/telling/end-follows-outage.ts';
import { isLesser } from '../../domain/telling/is-lesser.ts';
import { sourceOf } from '../../domain/telling/message-source.ts';
import {
  type OpenDigest,
  type StormLimit,
  type StormState,
  type StormVerdict,
  stormLimit,
} from '../../domain/telling/storm-limit.ts';
import type { InTurn } from '../concurrency/one-after-another.ts';
import type { CommitOutcome } from '../ports/commits.ts';
import type { Channel, Claim } from '../ports/notifications.ts';
import type { Storms, StormView } from '../ports/storms.ts';
import type { Delivery, WakeUps } from '../ports/wake-ups.ts';
import { inChannelTurn } from './in-channel-turn.ts';

/** Whether a message that is to be sent goes singly. */
export type StormPass =
  | { kind: 'singly' }
  | { kind: 'in-digest'; digestId: string; because: string }
  /** It follows a message of a digest that is just being sent. */
  | { kind: 'wait' };

type Folded = Extract<StormVerdict, { kind: 'in-digest' }>;

export type PassStormLimit = (claim: Claim) => Promise<StormPass>;

/**
 * The last step before a message is sent: a channel for people gets so many messages singly, and the rest as a digest. The
 * line of the digest is written before the row of the message says so, and whoever decides again finds it: nothing is
 * lost or told twice when a worker dies between the two.
 */
export function createPassStormLimit(parts: {
  storms: Storms;
  channels: Pick<ReadonlyMap<string, Channel>, 'get'>;
  deliveryQueue: Pick<WakeUps<Delivery>, 'arm'>;
  inTurn: InTurn;
  ids: Ids;
  publicUrl: string;
}): PassStormLimit {
  const { storms, ids } = parts;

  return async function passStormLimit(claim) {
    const { channelId } = claim.notification;
    const limit = parts.channels.get(channelId)?.limit ?? null;
    const entry = entryOf(claim);
    if (limit === null || entry === null) return { kind: 'singly' };
    return inChannelTurn(parts.inTurn, channelId, () => pass(claim, entry, limit));
  };

  async function pass(
    { notification, nowMs }: Claim,
    entry: DigestEntry,
    limit: StormLimit,
  ): Promise<StormPass | 'again'> {
    const { channelId } = notification;
    const inDigest = (openedAtMs: number): StormPass => ({
      kind: 'in-digest',
      digestId: ids.digestId(channelId, openedAtMs),
      because: `in the ${digestName(openedAtMs)}`,
    });
    const seen = await storms.read(notification);
    if (seen.digestOpenedAtMs !== null) return inDigest(seen.digestOpenedAtMs);
    const state = seen.state ?? stormLimit.begin(limit, nowMs);
    const previousAtMs = seen.previousDigestOpenedAtMs;
    const followsIntoDigest = previousAtMs !== null && previousAtMs === state.digest?.openedAtMs;
    if (previousAtMs !== null && !followsIntoDigest) {
      if (!(await storms.isSettled(ids.digestId(channelId, previousAtMs)))) return { kind: 'wait' };
    }
    const verdict = stormLimit.decide(
      state,
      { source: entry.source, isLesser: isLesser(notification), followsIntoDigest },
      limit,
      nowMs,
    );
    if (verdict.kind === 'singly') {
      const outcome = await storms.commit(seen, verdict.after, null);
      return outcome.kind === 'stale' ? 'again' : { kind: 'singly' };
    }
    const outcome = await join(notification, entry, { seen, state, verdict });
    return outcome.kind === 'stale' ? 'again' : inDigest(verdict.digest.openedAtMs);
  }

  async function join(
    notification: Notification,
    entry: DigestEntry,
    { seen, state, verdict }: { seen: StormView; state: StormState; verdict: Folded },
  ): Promise<CommitOutcome> {
    const { channelId, notificationId } = notification;
    const { digest, isNew, after } = verdict;
    const { openedAtMs, dueAtMs } = digest;
    const digestId = ids.digestId(channelId, openedAtMs);
    const last = state.lastDigest;
    const afterId = last === null ? null : ids.digestId(channelId, last.openedAtMs);
    const row = isNew ? digestRow(notification, digestId, digest, afterId) : null;
    const outcome = await storms.commit(seen, after, { digestId, openedAtMs, notificationId, entry, row });
    if (outcome.kind === 'committed' && row !== null)
      await parts.deliveryQueue.arm([{ ...row, delayMs: dueAtMs - openedAtMs }]);
    return outcome;
  }

  /** Planned when it begins, so that it is woken like any message. While the one before it is not sent, it goes on collecting. */
  function digestRow(
    { channelId, channelType }: Notification,
    digestId: string,
    { openedAtMs, dueAtMs }: OpenDigest,
    afterId: string | null,
  ): Notification {
    const about = { notificationId: digestId, incidentId: digestId, kind: 'digest' as const };
    return {
      ...{ ...about, serviceId: null, channelId, channelType, state: 'pending', reason: null, attempts: 0 },
      ...{ createdAtMs: openedAtMs, afterId, nextAttemptAtMs: dueAtMs, sentAtMs: null },
      message: {
        ...{ ...about, sinceMs: openedAtMs, endedAtMs: null, messages: 0, incidents: 0, lines: [], more: [] },
        url: `${parts.publicUrl}/#/incidents`,
      },
    };
  }
}

/** What a digest would say of a message; null: it is about the monitor itself, and never in one. */
function entryOf({ notification, nowMs }: Claim): DigestEntry | null {
  const { incidentId, kind, message } = notification;
  const source = sourceOf(notification);
  if (source === null || !('environment' in message)) return null;
  const { serviceName, environment, url } = message;
  const isHealthy = message.kind === 'health' && message.to === 'healthy';
  return {
    ...{ incidentId, kind, serviceName, environment, source, atMs: nowMs, url },
    isOver: isHealthy || isEnd(notification),
    ...(message.kind === 'health' ? { health: message.to } : {}),
  };
}
