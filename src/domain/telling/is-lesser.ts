import type { Notification } from '../notification.ts';

/**
 * Whether a message may wait behind outages: an end, a reminder, or what is less than an outage. That an outage begins,
 * and that nobody has acknowledged it, may not.
 */
export function isLesser({ kind, message }: Pick<Notification, 'kind' | 'message'>): boolean {
  const isSummary = 'hour' in message && message.hour !== undefined;
  return isSummary || !(kind === 'down' || kind === 'flapping' || kind === 'escalation');
}
