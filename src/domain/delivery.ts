import type { Notification, NotificationState } from './notification.ts';

/** An event that its worker did not finish is somebody else's after a few seconds. */
const previousComesWithinMs = 10_000;

/** How long a message waits for one before it that is not planned yet. */
const unplannedWaitMs = 1_000;

/** The shortest wait for one that is tried just now. */
const shortestWaitMs = 250;

/** The longest: its claim is valid for far longer than most attempts take, and this one would be late by the rest of it. */
const longestWaitMs = 1_000;

const finalStates: readonly NotificationState[] = ['sent', 'dead', 'suppressed'];

function isSettled({ state }: Pick<Notification, 'state'>): boolean {
  return finalStates.includes(state);
}

/**
 * The end of an outage is told after its beginning, or after we gave up telling it: how long to wait for the message
 * before this one, or 0. One without a row (null) may still be with a worker that died; a channel that is newer than the
 * outage has none.
 */
function waitForPreviousMs(row: Notification, previous: Notification | null, nowMs: number): number {
  const mayStillCome = previous === null && nowMs < row.createdAtMs + previousComesWithinMs;
  if (!mayStillCome && (previous === null || isSettled(previous))) return 0;
  if (previous === null) return unplannedWaitMs;
  const waitMs = Math.max(shortestWaitMs, (previous.nextAttemptAtMs ?? nowMs) - nowMs);
  return previous.state === 'sending' ? Math.min(longestWaitMs, waitMs) : waitMs;
}

/** How long until this message may be tried by its own times; 0 or less: now. */
function waitForTurnMs({ nextAttemptAtMs }: Notification, nowMs: number): number {
  return (nextAttemptAtMs ?? nowMs) - nowMs;
}

/** Since when a message could be sent: what was planned, held, collected or dead before is no delay of its delivery. */
function sendableSinceMs({ kind, createdAtMs, replay, held, decidedAtMs }: Notification): number {
  if (replay !== undefined) return replay.atMs;
  return held === undefined && kind !== 'digest' ? createdAtMs : (decidedAtMs ?? createdAtMs);
}

/** Whether a digest ended collecting: from then on it says the same. */
function hasEnded({ decidedAtMs }: Pick<Notification, 'decidedAtMs'>): boolean {
  return decidedAtMs !== undefined;
}

/** When a message may be tried: after the one before it, at its time, and by one worker. */
export const delivery = {
  isSettled,
  waitForPreviousMs,
  waitForTurnMs,
  sendableSinceMs,
  hasEnded,
  /** How long a claim is valid. */
  leaseMs: 20_000,
  /** How soon to look again when another message of the same outage is being sent to the same channel, which changes one message. */
  threadWaitMs: 500,
  /** How soon to look again when another worker has claimed it meanwhile. */
  contendedWaitMs: 250,
} as const;
