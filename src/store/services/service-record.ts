import type { Health, HealthCounts } from '../../domain/health.ts';
import type { Labels } from '../../domain/labels.ts';
import type { OutageMemory } from '../../domain/quiet-time.ts';
import type { StatusCounts } from '../../domain/roll-up-status.ts';
import { type LivingStatus, livingStatuses, type ServiceStatus } from '../../domain/status.ts';
import type { ToldHealth } from '../../domain/tell-health.ts';
import type { ToldTroubles } from '../../domain/tell-trouble.ts';
import { healthCounts } from '../instances/health-counts.ts';
import { toLabels } from './service-labels.ts';

/** A service as its hash holds it. */
export interface ServiceRecord {
  serviceId: string;
  serviceName: string;
  environment: string;
  status: ServiceStatus;
  sinceMs: number;
  revision: number;
  counts: StatusCounts;
  healths: HealthCounts;
  toldHealth: ToldHealth | null;
  previousStatus: ServiceStatus | null;
  previousSinceMs: number | null;
  shortSinceMs: number | null;
  lastHeardAtMs: number | null;
  lastDownAtMs: number | null;
  lateAtMs: number | null;
  /** Null: version 0.1 did not count. */
  outages: OutageMemory | null;
  openIncidentId: string | null;
  /** The interval of the latest registration; null: none was given. */
  registrantIntervalMs: number | null;
  labels: Labels;
  /** Absent: nothing was told of trouble so far. */
  troubles?: ToldTroubles;
}

/** How many instances are in which status; what was never counted is 0. */
export function toStatusCounts(valueOf: (status: LivingStatus) => string | null | undefined): StatusCounts {
  const counts = livingStatuses.map((status) => [status, Number(valueOf(status) ?? 0)]);
  return Object.fromEntries(counts) as StatusCounts;
}

/** A service from the fields of its hash; null when there is none. */
export function toServiceRecord(serviceId: string, fields: Record<string, string>): ServiceRecord | null {
  if (fields['serviceName'] === undefined) return null;
  const optionalNumber = (name: string) => (fields[name] ? Number(fields[name]) : null);
  return {
    serviceId,
    serviceName: fields['serviceName'],
    environment: fields['environment'] ?? '',
    status: (fields['status'] ?? 'Pending') as ServiceStatus,
    sinceMs: Number(fields['sinceMs'] ?? 0),
    revision: Number(fields['revision'] ?? 0),
    counts: toStatusCounts((status) => fields[status]),
    healths: healthCounts.of(fields),
    toldHealth: fields['toldHealth']
      ? { health: fields['toldHealth'] as Health, atMs: Number(fields['toldHealthAtMs'] ?? 0) }
      : null,
    previousStatus: (fields['previousStatus'] || null) as ServiceStatus | null,
    previousSinceMs: optionalNumber('previousSinceMs'),
    shortSinceMs: optionalNumber('shortSinceMs'),
    lastHeardAtMs: optionalNumber('lastHeardAtMs'),
    lastDownAtMs: optionalNumber('lastDownAtMs'),
    lateAtMs: optionalNumber('lateAtMs'),
    outages: fields['outages']
      ? { count: Number(fields['outages']), quietSinceMs: optionalNumber('quietSinceMs') }
      : null,
    openIncidentId: fields['openIncidentId'] || null,
    registrantIntervalMs: optionalNumber('registrantIntervalMs'),
    labels: toLabels(fields['labels']),
    ...(fields['troubles'] ? { troubles: JSON.parse(fields['troubles']) as ToldTroubles } : {}),
  };
}
