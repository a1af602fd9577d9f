import { formatDuration } from './duration.ts';
import type { ChannelVitals } from './impairment.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long a channel may have nothing but failures before it counts as failing: a receiver may restart. */
const timeoutMs = 2 * minuteMs;

/** Why a channel counts as failing, or null. With `stays`, for a channel that failed before, the first failure is enough. */
export function channelTrouble(channel: ChannelVitals, stays: boolean): string | null {
  const { channelId, sentAgoMs, failingForMs, deadAgoMs, stuckForMs } = channel;
  const isAfterSent = (agoMs: number | null): agoMs is number =>
    agoMs !== null && (sentAgoMs === null || agoMs < sentAgoMs);
  if (isAfterSent(deadAgoMs) && deadAgoMs < dayMs) {
    return `channel ${channelId} gave up a message ${formatDuration(deadAgoMs)} ago and has sent none since`;
  }
  if (isAfterSent(failingForMs) && (stays || failingForMs >= timeoutMs)) {
    return `channel ${channelId} has sent nothing for ${formatDuration(failingForMs)}, every attempt failed`;
  }
  if (stuckForMs !== null && stuckForMs >= timeoutMs) {
    return `channel ${channelId} has a message that has been due for ${formatDuration(stuckForMs)}: its receiver is too slow, or no worker sends`;
  }
  return null;
}
