import { isAboutService } from '../is-about-service.ts';
import type { Notification } from '../notification.ts';
import type { IncidentStanding } from './circumstances.ts';
import { followsOutage } from './end-follows-outage.ts';
import type { TellingStep } from './telling-step.ts';
import { whyItWasHeld } from './why-it-was-held.ts';

/** A message that was held is not sent when what it says is over, or when a later message says more. */
export const overWhileHeld: TellingStep = (notification, { incident, silence }) => {
  const { kind, held } = notification;
  if (held === undefined || isAboutService(kind) || followsOutage(notification)) return null;
  const recovered = { kind: 'suppress', reason: `recovered ${whileHeld(held)}` } as const;
  if (incident === null || incident.state === 'resolved') return recovered;
  if (!incident.isNewest)
    return {
      kind: 'suppress',
      reason: `a later message of this incident replaces it; held ${whileHeld(held)}`,
    };
  // It may go Down again while it is watched: until the end of the silence nothing is lost by waiting.
  if (silence !== null || isStillSo(kind, incident)) return null;
  return recovered;
};

/** "during maintenance until …", "while it waited: depends on …". */
function whileHeld({ because }: NonNullable<Notification['held']>): string {
  const why = whyItWasHeld(because);
  return why.startsWith('depends on ') ? `while it waited: ${why}` : `during ${why}`;
}

/** That a service flaps is still so while it is up for a moment. */
function isStillSo(kind: Notification['kind'], { state, flaps }: IncidentStanding): boolean {
  return state === 'open' || (kind === 'flapping' && flaps);
}
