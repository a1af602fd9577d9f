import type { Notification } from '../notification.ts';
import type { TellingStep } from './telling-step.ts';

/** Whether a message tells that an outage, or something less, is over, or seems to be. */
export function isEnd({ kind, message }: Pick<Notification, 'kind' | 'message'>): boolean {
  return (
    kind === 'recovering' ||
    kind === 'resolved' ||
    kind === 'group-over' ||
    ('isOver' in message && message.isOver)
  );
}

/** Whether a message is only for those who were told of the outage: its end, or that somebody works on it. */
export function followsOutage(notification: Pick<Notification, 'kind' | 'message'>): boolean {
  return isEnd(notification) || notification.kind === 'acknowledged';
}

/**
 * Who was told of an outage is told of its end, whatever maintenance there is now; who was not, is not told of its end
 * either.
 */
export const endFollowsOutage: TellingStep = (notification, { wasTold }) =>
  followsOutage(notification) && !wasTold
    ? { kind: 'suppress', reason: 'nobody was told of this outage here: its messages were suppressed' }
    : null;
