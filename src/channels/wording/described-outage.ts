import type { IncidentMessage } from '../../domain/messages.ts';
import { aliveCount } from '../../domain/roll-up-status.ts';

/** The outage that a message is about; an incident may have several. */
export const describedOutage = {
  /** A service with too few instances is down though the others are heard. */
  isSilent: ({ instances }: IncidentMessage): boolean => aliveCount(instances) === 0,

  /** When it began. */
  sinceMs: ({ silentSinceMs, startedAtMs }: IncidentMessage): number => silentSinceMs ?? startedAtMs,
  /** Why it is Down though heartbeats come: `1 of at least 2 instances alive`; null: that is not why. */
  shortage({ instances, minInstances = 1 }: IncidentMessage): string | null {
    const alive = aliveCount(instances);
    return alive > 0 && alive < minInstances ? `${alive} of at least ${minInstances} instances alive` : null;
  },

  /** What the service was all the time: one that needs several instances may be Down while some are heard. */
  was: ({ minInstances = 1 }: IncidentMessage): 'silent' | 'down' => (minInstances > 1 ? 'down' : 'silent'),
} as const;
