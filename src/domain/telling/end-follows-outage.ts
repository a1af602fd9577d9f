import type { NotificationKind } from '../notification.ts';
import type { TellingStep } from './decide-telling.ts';

const ends: readonly NotificationKind[] = ['recovering', 'resolved'];

/** Whether a message tells that an outage is over, or seems to be. */
export function isEnd(kind: NotificationKind): boolean {
  return ends.includes(kind);
}

/**
 * Who was told of an outage is told of its end, whatever maintenance there is now; who was not, is not told of its end
 * either.
 */
export const endFollowsOutage: TellingStep = ({ kind }, { wasTold }) =>
  isEnd(kind) && !wasTold
    ? { kind: 'suppress', reason: 'nobody was told of this outage here: its messages were suppressed' }
    : null;
