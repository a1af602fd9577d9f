import type { Notification } from '../notification.ts';
import type { TellingStep } from './telling-step.ts';

/** How long such a message waits at most for what becomes of a service of which nothing is on time. */
const longestHoldMs = 30_000;

/** Whether a message says that a service is Degraded from now on. */
export function isDegraded({ kind, message }: Pick<Notification, 'kind' | 'message'>): boolean {
  return kind === 'degraded' && 'isOver' in message && !message.isOver;
}

/**
 * "This is not an outage" is not said of one: not when the service is Down, alone, in a group or for what it needs, and not
 * when it is late because of what it needs. If none of its instances is on time, it waits for a look to see which it is.
 */
export const degraded: TellingStep = (notification, { standing, needed, nowMs, downAfterMs }) => {
  if (!isDegraded(notification) || standing === undefined) return null;
  if (standing?.status === 'Down')
    return { kind: 'suppress', reason: 'the service is Down: its incident says how it is' };
  const cause = needed.find(({ downSinceMs, incidentId }) => downSinceMs !== null && incidentId !== null);
  if (cause !== undefined) {
    const reason = `depends on ${cause.serviceName}, which is Down: incident ${cause.incidentId}`;
    return { kind: 'suppress', reason };
  }
  if (standing?.status !== 'Degraded') {
    const isLate = notification.held !== undefined;
    return isLate
      ? { kind: 'suppress', reason: 'the service was not Degraded any more when it was due' }
      : null;
  }
  const untilMs = Math.ceil(notification.createdAtMs + Math.min(longestHoldMs, downAfterMs / 4));
  const isOnTime = standing.counts.Healthy + standing.counts.Recovered > 0;
  if (isOnTime || untilMs <= nowMs) return null;
  return { kind: 'hold', untilMs, reason: 'no instance is on time: it may be Down soon' };
};
