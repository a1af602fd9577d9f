import type { Health } from '../../domain/health.ts';
import type { Incident } from '../../domain/incident.ts';
import type { LocationFilter } from '../../domain/instance-location.ts';
import type { Labels } from '../../domain/labels.ts';
import type { Notification, NotificationState } from '../../domain/notification.ts';
import type { ServiceName } from '../../domain/policy.ts';
import type { StatusCounts } from '../../domain/roll-up-status.ts';
import type { Silence } from '../../domain/silence-so-far.ts';
import type { InstanceStatus, ServiceStatus } from '../../domain/status.ts';
import type { InstanceView } from './instances.ts';

/** Where a page begins and how long it is; `after` is the `next` of the page before. */
export interface PageRequest {
  limit: number;
  after: string | null;
  /** Whether anybody still wants the page; absent: yes. */
  isWaitedFor?: () => boolean;
}

/** One call costs a bounded time whatever the filter and the size, so a page may be short, or empty, and not the last. */
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
  labels: Labels;
  /** The worst health that a living instance reports; null: none reports any. */
  health: Health | null;
  openIncidentId: string | null;
  lastBeatAtMs: number | null;
}

export interface InstanceReading extends InstanceView {
  lastBeatAtMs: number | null;
  /** The metadata of the last heartbeat that brought any; numbers in it may be as `exactJson` keeps them. */
  lastHeartbeat: Record<string, unknown> | null;
}

export interface IncidentReading extends Incident {
  /** Up to now, or to the incident's end. */
  silence: Silence;
}

export interface NotificationReading extends Notification {
  /** What became of the digest that tells it; absent: none does, or the digest is not kept any more. */
  digest?: { state: NotificationState };
}

export interface ServiceFilter {
  /** What every wanted name begins with; no other is looked at. */
  namePrefix?: string;
  includes?: (name: ServiceName) => boolean;
  status?: ServiceStatus | undefined;
  /** A glob for each label that is wanted. */
  labels?: Labels | undefined;
}

export interface InstanceFilter extends LocationFilter {
  status?: InstanceStatus | undefined;
}

export interface IncidentFilter {
  serviceId?: string | undefined;
  /** Of any of these services; absent: of all. */
  serviceIds?: ReadonlySet<string>;
  /** When it began, both ends included. */
  fromMs?: number;
  toMs?: number;
  includes?: (incident: Incident) => boolean;
}

export interface NotificationFilter {
  /** When it was planned, both ends included. */
  fromMs?: number;
  toMs?: number;
  includes?: (notification: NotificationReading) => boolean;
}

/** What people and programs may look at. */
export interface Readings {
  /** `asked`: so many of its instances are asked when they beat last; absent: as many as are ever asked. */
  service(serviceId: string, asked?: number): Promise<ServiceReading | null>;
  nameOfService(serviceId: string): Promise<ServiceName | null>;
  instance(instanceId: string): Promise<InstanceReading | null>;
  incident(incidentId: string): Promise<IncidentReading | null>;
  notification(notificationId: string): Promise<NotificationReading | null>;
  /** In the order of their names. */
  services(request: PageRequest, filter: ServiceFilter): Promise<Page<ServiceReading>>;
  /** Only how many instances of each are in which status: a fraction of what the services cost. */
  countsOfServices(
    request: PageRequest,
    filter: Omit<ServiceFilter, 'status'>,
  ): Promise<Page<{ serviceId: string; counts: StatusCounts }>>;
  /**
   * Newcomers first, the latest of them at the front. One that stops being a newcomer meanwhile may come twice, and none
   * is passed over.
   */
  instances(serviceId: string, request: PageRequest, filter?: InstanceFilter): Promise<Page<InstanceReading>>;
  /** Newest first. */
  incidents(request: PageRequest, filter: IncidentFilter): Promise<Page<IncidentReading>>;
  /** Of one incident, or of all (null); newest first. */
  notifications(
    incidentId: string | null,
    request: PageRequest,
    filter?: NotificationFilter,
  ): Promise<Page<NotificationReading>>;
}

/** Every registered instance, for callers that show all of them and not a page. */
export interface InstanceWalk {
  count(): Promise<number>;
  pages(): AsyncIterable<InstanceReading[]>;
}
