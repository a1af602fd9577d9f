import type { ChannelVitals } from './channel-vitals.ts';
import { formatDuration } from './duration.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long a channel may have nothing but failures before it counts as failing: a receiver may restart. */
const timeoutMs = 2 * minuteMs;

/** A channel that fails. */
export interface ChannelTrouble {
  /** In words for people. */
  detail: string;
  /** Since when, as far as is known. */
  forMs: number;
}

/** Why a channel counts as failing, or null. With `stays`, for a channel that failed before, the first failure is enough. */
export function channelTrouble(channel: ChannelVitals, stays: boolean): ChannelTrouble | null {
  const { channelId, sentAgoMs, failingForMs, deadAgoMs, stuckForMs } = channel;
  const isAfterSent = (agoMs: number | null): agoMs is number =>
    agoMs !== null && (sentAgoMs === null || agoMs < sentAgoMs);
  const trouble = (forMs: number, found: string): ChannelTrouble => ({
    forMs,
    detail: `channel ${channelId} ${found}${describeUnsent(channel)}`,
  });
  if (isAfterSent(deadAgoMs) && deadAgoMs < dayMs) {
    return trouble(deadAgoMs, `gave up a message ${formatDuration(deadAgoMs)} ago and has sent none since`);
  }
  if (isAfterSent(failingForMs) && (stays || failingForMs >= timeoutMs)) {
    return trouble(
      failingForMs,
      `has sent nothing for ${formatDuration(failingForMs)}, every attempt failed`,
    );
  }
  if (stuckForMs !== null && stuckForMs >= timeoutMs) {
    return trouble(
      stuckForMs,
      `has a message that has been due for ${formatDuration(stuckForMs)}: its receiver is too slow, or no worker sends`,
    );
  }
  return null;
}

/** What somebody asks next: how much of it there is, and what the receiver said. */
function describeUnsent({ unsent = 0, lastError }: ChannelVitals): string {
  const waiting = unsent === 0 ? '' : `; ${unsent === 1 ? '1 message waits' : `${unsent} messages wait`}`;
  return `${waiting}${lastError === undefined ? '' : `; last error: ${lastError}`}`;
}
