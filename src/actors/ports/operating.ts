import type { BlindGap } from '../../domain/clear-time.ts';
import type { MonitorEvent } from '../../domain/events.ts';
import type { Incident } from '../../domain/incident.ts';
import type { Notification } from '../../domain/notification.ts';
import type { InstanceStatus, ServiceStatus } from '../../domain/status.ts';
import type { CommitOutcome } from './commits.ts';

/** An incident as a person acts on it. */
export interface IncidentView {
  nowMs: number;
  incident: Incident;
  /** What we could not hear of the silence that goes on. */
  gaps: BlindGap[];
  /** As it was read: it must be the same when it is written. */
  text: string;
  /** Of its service, which carries the incident along in every commit of its own; null: it was archived. */
  serviceRevision: number | null;
}

export interface IncidentActs {
  read(incidentId: string): Promise<IncidentView | null>;
  commit(view: IncidentView, after: Incident, events: MonitorEvent[]): Promise<CommitOutcome>;
}

/** A service with all that goes when it is archived. */
export interface ArchiveView {
  nowMs: number;
  serviceId: string;
  serviceName: string;
  environment: string;
  status: ServiceStatus;
  revision: number;
  /** The one that is not resolved, if there is one. */
  incident: Incident | null;
  /** What we could not hear of the silence that goes on. */
  gaps: BlindGap[];
  instances: { instanceId: string; revision: string; status: InstanceStatus; apiKeyId: string | null }[];
}

export interface Archive {
  /** `too-many`: more instances than can be taken out in one step. */
  read(
    serviceId: string,
  ): Promise<{ kind: 'found'; view: ArchiveView } | { kind: 'unknown' } | { kind: 'too-many'; most: number }>;
  /** Takes the service and its instances out; the incident is written as it is after that. */
  commit(view: ArchiveView, incident: Incident | null, events: MonitorEvent[]): Promise<CommitOutcome>;
}

export interface Replays {
  read(notificationId: string): Promise<Notification | null>;
  /** A dead row is pending again, as if it had just been planned; stale: it is not dead any more. */
  commit(notification: Notification): Promise<CommitOutcome>;
}
