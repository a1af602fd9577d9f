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
  /** `usedLink`: the notification whose link this is done with. It is used up in the same write; used before: stale. */
  commit(
    view: IncidentView,
    after: Incident,
    events: MonitorEvent[],
    usedLink?: string,
  ): Promise<CommitOutcome>;
  isLinkUsed(notificationId: string): Promise<boolean>;
}

/** Whom a link to acknowledge an incident was sent to. */
export interface SentLink {
  notificationId: string;
  incidentId: string;
  channelId: string;
  channelType: string;
  /** Such as mail addresses; null: the channel names nobody. */
  recipients: string | null;
}

/** What a message with a link is about. */
export type LinkedMessage = { nowMs: number; link: SentLink } & (
  | { kind: 'incident'; incident: Incident; isUsed: boolean }
  /** The incidents that it names; those that are not kept any more are left out. */
  | { kind: 'group'; cause: string; incidents: Incident[] }
);

export interface LinkedMessages {
  /** Null: there is no such message, or none of an incident that is kept. */
  read(notificationId: string): Promise<LinkedMessage | null>;
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
