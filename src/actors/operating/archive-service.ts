import { actOnIncident, archivedNote } from '../../domain/act-on-incident.ts';
import type { MonitorEvent } from '../../domain/events.ts';
import { type Incident, resolvedAt } from '../../domain/incident.ts';
import { incidentChanged } from '../../domain/incident-news.ts';
import { contention, untilCommitted } from '../concurrency/until-committed.ts';
import type { Meter } from '../ports/observability.ts';
import type { Archive, ArchiveView } from '../ports/operating.ts';

export type ArchiveService = (
  serviceId: string,
  by: string,
) => Promise<{ kind: 'archived' } | { kind: 'unknown-service' } | { kind: 'too-many'; most: number }>;

const attempts = 20;

/**
 * An operator takes a service out of the lists, with its instances and its open incident, in one write. Incidents and
 * notifications stay as the record. An instance that beats afterwards is unknown, registers, and brings the service
 * back as a new one.
 */
export function createArchiveService(parts: { archive: Archive; meter: Meter }): ArchiveService {
  return async function archiveService(serviceId, by) {
    return untilCommitted<Awaited<ReturnType<ArchiveService>>>(
      attempts,
      async () => {
        const found = await parts.archive.read(serviceId);
        if (found.kind === 'unknown') return { kind: 'unknown-service' };
        if (found.kind === 'too-many') return found;
        const { view } = found;
        const incident = resolvedBy(view, by);
        const outcome = await parts.archive.commit(view, incident, eventsOf(view, incident, by));
        if (outcome.kind === 'stale') return 'again';
        if (incident !== null) parts.meter.incident('resolved', view);
        return { kind: 'archived' };
      },
      contention('the service changes faster than it can be archived; nothing was written'),
    );
  };
}

function resolvedBy({ incident, nowMs }: ArchiveView, by: string): Incident | null {
  if (incident === null) return null;
  const outcome = actOnIncident(incident, { kind: 'resolve', by, note: archivedNote }, nowMs);
  return outcome.kind === 'changed' ? outcome.incident : resolvedAt(incident, nowMs);
}

function eventsOf(view: ArchiveView, resolved: Incident | null, by: string): MonitorEvent[] {
  const { serviceId, serviceName, environment, nowMs: atMs } = view;
  const archived: MonitorEvent = { type: 'service.archived', serviceId, serviceName, environment, by, atMs };
  return resolved === null
    ? [archived]
    : [archived, incidentChanged(view.incident, resolved, 'resolved', { atMs, gaps: view.gaps })];
}
