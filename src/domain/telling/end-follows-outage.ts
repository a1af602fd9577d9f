import type { Notification } from '../notification.ts';
import type { TellingStep } from './decide-telling.ts';

/** Whether a message tells that an outage, or something less, is over, or seems to be. */
export function isEnd({ kind, message }: Pick<Notification, 'kind' | 'message'>): boolean {
  return (
    kind === 'recovering' ||
    kind === 'resolved' ||
    kind === 'group-over' ||
    ('isOver' in message && message.isOver)
  );
}

/**
 * Who was told of an outage is told of its end, whatever maintenance there is now; who was not, is not told of its end
 * either.
 */
export const endFollowsOutage: TellingStep = (notification, { wasTold }) =>
  isEnd(notification) && !wasTold
    ? { kind: 'suppress', reason: 'nobody was told of this outage here: its messages were suppressed' }
    : null;
