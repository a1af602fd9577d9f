import type { IncidentMessage } from '../../domain/notification.ts';
import { aliveCount } from '../../domain/roll-up-status.ts';

/** The outage that a message is about; an incident may have several. */
export const describedOutage = {
  /** A service with too few instances is down though the others are heard. */
  isSilent: ({ instances }: IncidentMessage): boolean => aliveCount(instances) === 0,

  /** When it began. */
  sinceMs: ({ silentSinceMs, startedAtMs }: IncidentMessage): number => silentSinceMs ?? startedAtMs,
} as const;
