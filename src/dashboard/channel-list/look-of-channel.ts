import type { Channel } from '../monitor/wire-types.ts';

/** How a channel does, in the colours and shapes that are known from statuses. */
export function lookOfChannel(channel: Channel): { status: string; word: string } {
  const { circuit, lastError, lastSentAt, lastTestAt, lastTestError } = channel;
  // What a node of a version before does not say is no news.
  if (channel.origin === 'api' && !channel.enabled) return { status: 'Stopped', word: 'Switched off' };
  if (channel.problem != null && channel.origin === 'api') return { status: 'Down', word: 'Not used' };
  if (circuit === 'open') return { status: 'Down', word: 'Circuit open' };
  const workedAtMs = Math.max(0, ...[lastSentAt, lastTestAt].map((at) => (at === null ? 0 : Date.parse(at))));
  if (lastError !== null && Date.parse(lastError.at) > workedAtMs)
    return { status: 'Degraded', word: 'Last message failed' };
  if (lastTestError != null && Date.parse(lastTestError.at) > workedAtMs)
    return { status: 'Degraded', word: 'Last test failed' };
  return workedAtMs === 0
    ? { status: 'Pending', word: 'Not used yet' }
    : { status: 'Healthy', word: 'Works' };
}
