import { isAboutService } from '../is-about-service.ts';
import type { Notification } from '../notification.ts';
import type { IncidentStanding } from './circumstances.ts';
import type { TellingStep } from './decide-telling.ts';
import { isEnd } from './end-follows-outage.ts';

/** A message that was held is not sent when what it says is over, or when a later message says more. */
export const overWhileHeld: TellingStep = (notification, { incident, silence }) => {
  const { kind, held } = notification;
  if (held === undefined || isAboutService(kind) || isEnd(notification)) return null;
  if (incident === null || incident.state === 'resolved')
    return { kind: 'suppress', reason: `recovered during ${held.because}` };
  if (!incident.isNewest)
    return {
      kind: 'suppress',
      reason: `a later message of this incident replaces it; held during ${held.because}`,
    };
  // It may go Down again while it is watched: until the end of the silence nothing is lost by waiting.
  if (silence !== null || isStillSo(kind, incident)) return null;
  return { kind: 'suppress', reason: `recovered during ${held.because}` };
};

/** That a service flaps is still so while it is up for a moment. */
function isStillSo(kind: Notification['kind'], { state, flaps }: IncidentStanding): boolean {
  return state === 'open' || (kind === 'flapping' && flaps);
}
