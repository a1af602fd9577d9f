import type { Incident } from '../domain/incident.ts';
import type { Notification } from '../domain/notification.ts';
import type { ServiceName } from '../domain/policy.ts';
import type { StatusCounts } from '../domain/roll-up-status.ts';
import type { ServiceStatus } from '../domain/status.ts';
import type { InstanceView } from './ports.ts';

/** Where a page begins and how long it is; `after` is the `next` of the page before. */
export interface PageRequest {
  limit: number;
  after: string | null;
}

export interface Page<T> {
  items: T[];
  /** Null: this was the last page. */
  next: string | null;
}

export interface ServiceReading extends ServiceName {
  serviceId: string;
  status: ServiceStatus;
  sinceMs: number;
  counts: StatusCounts;
  openIncidentId: string | null;
  lastBeatAtMs: number | null;
}

export interface InstanceReading extends InstanceView {
  lastBeatAtMs: number | null;
  /** The metadata of the last heartbeat that brought any; numbers in it may be as `exactJson` keeps them. */
  lastHeartbeat: Record<string, unknown> | null;
}

/** What people and programs may look at. */
export interface Readings {
  service(serviceId: string): Promise<ServiceReading | null>;
  instance(instanceId: string): Promise<InstanceReading | null>;
  incident(incidentId: string): Promise<Incident | null>;
  notification(notificationId: string): Promise<Notification | null>;
  services(request: PageRequest, wanted: (item: ServiceReading) => boolean): Promise<Page<ServiceReading>>;
  instances(
    serviceId: string,
    request: PageRequest,
    wanted: (item: InstanceReading) => boolean,
  ): Promise<Page<InstanceReading>>;
  incidents(request: PageRequest, wanted: (item: Incident) => boolean): Promise<Page<Incident>>;
  /** Of one incident, or of all (null). */
  notifications(incidentId: string | null, request: PageRequest): Promise<Page<Notification>>;
}

/** Every instance that may beat; for who shows all of them and not a page. */
export interface InstanceWalk {
  count(): Promise<number>;
  pages(): AsyncIterable<InstanceReading[]>;
}
