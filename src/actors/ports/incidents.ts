import type { Incident } from '../../domain/incident.ts';
import type { LastSeenMetrics } from '../../domain/messages.ts';
import type { DownInstance, SilentRegistration } from '../../domain/outage-details.ts';
import type { ServiceState } from '../../domain/roll-up-status.ts';

/** What people are told of an incident beside the incident itself. */
export interface Evidence {
  nowMs: number;
  service: ServiceState;
  /** Null: the silence began with a heartbeat, as far as is known. */
  registration: SilentRegistration | null;
  lastMetrics: LastSeenMetrics[];
  /** All that are Down; absent: none is, or too many are to be named. */
  down?: readonly DownInstance[];
  /** The API key that the service was registered with; null: that is not known. */
  registeredBy: string | null;
}

export interface Incidents {
  read(incidentId: string): Promise<Incident | null>;
  /** Of the outage that began after the heartbeat or registration at `silentSinceMs`. */
  evidence(incident: Incident, silentSinceMs: number): Promise<Evidence>;
}
