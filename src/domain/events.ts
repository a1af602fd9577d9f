import type { FlappingHour } from './flapping.ts';
import type { Health } from './health.ts';
import type { IncidentEventKind } from './incident.ts';
import type { Labels } from './labels.ts';
import type { EscalationStep } from './reminding/reminder-rules.ts';
import type { InstanceChange } from './roll-up-status.ts';
import type { Silence } from './silence-so-far.ts';
import type { InstanceStatus, ServiceStatus } from './status.ts';
import type { TroubleKind } from './tell-trouble.ts';

/** An instance changed its status, or appeared (`from` is null). */
export interface InstanceChanged extends InstanceChange {
  type: 'instance.changed';
  instanceId: string;
  serviceId: string;
  from: InstanceStatus | null;
  fromSinceMs: number;
}

/** The reported health of an instance changed; null: it reports none, or did not yet. */
export interface InstanceHealthChanged {
  type: 'instance.health-changed';
  instanceId: string;
  serviceId: string;
  from: Health | null;
  to: Health | null;
  atMs: number;
  /** As the instance reported it; null: it gave no reason. */
  reasons: string | null;
}

/** A service changed its status. */
export interface ServiceChanged {
  type: 'service.changed';
  serviceId: string;
  serviceName: string;
  environment: string;
  from: ServiceStatus;
  to: ServiceStatus;
  atMs: number;
}

/** The reported health of a service differs from the last message about it; at most one event in a minute. */
export interface ServiceHealthChanged {
  type: 'service.health-changed';
  serviceId: string;
  serviceName: string;
  environment: string;
  from: Health;
  to: Health;
  atMs: number;
  /** When the one before it was; null: it is the first. */
  previousAtMs: number | null;
}

/** A service is in trouble that is less than an outage, in more of it, or in none any more. */
export interface ServiceTroubled {
  type: 'service.troubled';
  trouble: TroubleKind;
  serviceId: string;
  serviceName: string;
  environment: string;
  /** Of the latest registration; absent: none. */
  labels?: Labels;
  /** How many instances are Down; Degraded: 1. Nought: it is over. */
  count: number;
  atMs: number;
  /** When the last message of this kind was; null: it is the first. */
  previousAtMs: number | null;
  /** Of an end: when that was; absent: it is not known, or it is no end. */
  endedAtMs?: number;
  /** Whether the service was Down since the last message. */
  wasDown?: boolean;
}

/** The content of an incident's event for messages. It is written with the event, so planning it twice gives the same rows. */
export interface IncidentNews {
  /** The name of its message within the incident; the id of the message is computed from it. */
  name: string;
  /** Whether a message is sent; while a service flaps, most outages are only in the summary. */
  isTold: boolean;
  /** Whether it says that the service flaps from now on. */
  flappingBegins: boolean;
  /** The last heartbeat or registration before the outage; null: the event is about no outage. */
  silentSinceMs: number | null;
  /** Up to the time of the event; absent: an older version wrote the event without it. */
  silence?: Silence;
  /** The hour that is summed up, if it is one. */
  hour: FlappingHour | null;
  /** Which channels are told because nobody acknowledged it; absent: it is no escalation. */
  escalation?: EscalationStep;
  /** The previous message, for channels that get all messages and for those that get no recoveries; null: it is the first. */
  after: { all: string | null; rest: string | null };
}

/** An incident changed. */
export interface IncidentChanged {
  type: 'incident.changed';
  kind: IncidentEventKind;
  incidentId: string;
  serviceId: string;
  relapses: number;
  atMs: number;
  /** The content of the message; version 0.1 wrote none. */
  news?: IncidentNews;
}

/** An operator took a service and its instances out of the lists. */
export interface ServiceArchived {
  type: 'service.archived';
  serviceId: string;
  serviceName: string;
  environment: string;
  by: string;
  atMs: number;
}

/** An entry in a partition's stream: it records a change and starts the next actor. */
export type MonitorEvent =
  | InstanceChanged
  | InstanceHealthChanged
  | ServiceChanged
  | ServiceHealthChanged
  | ServiceTroubled
  | ServiceArchived
  | IncidentChanged;
