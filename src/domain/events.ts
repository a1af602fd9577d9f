import type { Health } from './health.ts';
import type { IncidentEventKind } from './incident.ts';
import type { IncidentNews } from './incident-news.ts';
import type { InstanceChange } from './roll-up-status.ts';
import type { InstanceStatus, ServiceStatus } from './status.ts';

/** An instance changed its status, or appeared (`from` is null). */
export interface InstanceChanged extends InstanceChange {
  type: 'instance.changed';
  instanceId: string;
  serviceId: string;
  from: InstanceStatus | null;
  fromSinceMs: number;
}

/** What an instance says of itself changed; null: it says nothing, or did not yet. */
export interface InstanceHealthChanged {
  type: 'instance.health-changed';
  instanceId: string;
  serviceId: string;
  from: Health | null;
  to: Health | null;
  atMs: number;
  /** In the instance's own words; null: it gave none. */
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

/** A service says something else of itself than people were told last: no more than one in a minute. */
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

/** Something became of an incident. */
export interface IncidentChanged {
  type: 'incident.changed';
  kind: IncidentEventKind;
  incidentId: string;
  serviceId: string;
  relapses: number;
  atMs: number;
  /** What is told of it; version 0.1 wrote none. */
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

/** An entry in a partition's stream: the record, and the message between actors. */
export type MonitorEvent =
  | InstanceChanged
  | InstanceHealthChanged
  | ServiceChanged
  | ServiceHealthChanged
  | ServiceArchived
  | IncidentChanged;
