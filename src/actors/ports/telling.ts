import type { Incident } from '../../domain/incident.ts';
import type { Notification } from '../../domain/notification.ts';
import type { Circumstances } from '../../domain/telling/circumstances.ts';
import type { CommitOutcome } from './commits.ts';
import type { IncidentView } from './operating.ts';

export interface Telling {
  /** What decides whether this message is sent now; only what matters for a message of its kind is looked up. */
  circumstances(notification: Notification, nowMs: number): Promise<Circumstances>;
  /** Why a message that says an outage again is not wanted any more; null: it is. */
  unwanted(notification: Notification): Promise<string | null>;
}

/** The marks of an incident about its message: what follows counts from when that was told. */
export interface TellingMarks {
  read(incidentId: string): Promise<IncidentView | null>;
  /** `wakes`: what follows is due earlier than its service expects, so that is rolled up now. */
  commit(view: IncidentView, after: Incident, wakes: boolean): Promise<CommitOutcome>;
}
