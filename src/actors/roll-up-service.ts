import type { BlindGap } from '../domain/clear-time.ts';
import type { IncidentChanged, InstanceChanged, MonitorEvent, ServiceChanged } from '../domain/events.ts';
import { findHiddenOutage } from '../domain/hidden-outage.ts';
import type { Ids } from '../domain/ids.ts';
import { advanceIncident, type Incident, type IncidentEventKind, openIncident } from '../domain/incident.ts';
import type { ServiceName, ServiceRules } from '../domain/policy.ts';
import { rehearsal } from '../domain/rehearsal.ts';
import { rollUpStatus, type ServiceStep } from '../domain/roll-up-status.ts';
import type { InstanceStatus } from '../domain/status.ts';
import { ContentionError } from './contention-error.ts';
import type { Meter, ServiceCommit, Services, ServiceView } from './ports.ts';

/** `changes` may be empty: then only the time has passed. */
export type RollUpService = (serviceId: string, changes: readonly InstanceChanged[]) => Promise<void>;

const attempts = 50;

const departures: readonly InstanceStatus[] = ['Down', 'Stopped', 'Replaced'];

/**
 * Step 3, from the events of instances to the service. It reads the service's counts, however many instances changed,
 * and commits status, incident and events in one write; done twice, it finds nothing left to do.
 */
export function createRollUpService(parts: {
  services: Services;
  ids: Ids;
  rulesOf: (name: ServiceName, registrantIntervalMs?: number) => ServiceRules;
  meter: Meter;
  blindAfterMs: number;
}): RollUpService {
  const { services, ids, meter } = parts;

  return async function rollUpService(serviceId, changes) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const view = await services.read(serviceId, firstOf(changes));
      if (view === null) return;
      const { step, kind, commit } = decide(view, changes);
      if (step === null && changes.length > 0 && isKnown(commit)) return;
      const outcome = await services.commit(commit);
      if (outcome.kind === 'stale') continue;
      if (step === null) return;
      if (kind !== null && !rehearsal.isIn(view)) meter.incident(kind);
    }
    throw new ContentionError(`service ${serviceId} changes faster than it can be rolled up`);
  };

  function decide(
    view: ServiceView,
    changes: readonly InstanceChanged[],
  ): { step: ServiceStep | null; kind: IncidentEventKind | null; commit: ServiceCommit } {
    const rules = parts.rulesOf(view, view.registrantIntervalMs ?? undefined);
    const rollUp = rollUpStatus(view.state, rules, changes, view.nowMs, gapsOf(view));
    const step = findHiddenOutage(view.state, changes) ?? rollUp.step;
    const lastHeardAtMs = lastHeardAt(view, changes, step);
    const { incident, kind } = incidentAfter(view, step, lastHeardAtMs);
    const commit: ServiceCommit = {
      view,
      to: step?.to ?? view.state.status,
      atMs: step?.atMs ?? view.state.sinceMs,
      shortSinceMs: rollUp.shortSinceMs,
      nextCheckAtMs: rollUp.nextCheckAtMs,
      lastHeardAtMs,
      lastDownAtMs: lastDownAt(view, changes),
      incident,
      events: step === null ? [] : eventsOf(view, step, incident, kind),
    };
    return { step, kind, commit };
  }

  /** While we cannot hear, the gap goes on. */
  function gapsOf({ gaps, tickAtMs, nowMs }: ServiceView): BlindGap[] {
    return nowMs - tickAtMs > parts.blindAfterMs ? [...gaps, { fromMs: tickAtMs, toMs: nowMs }] : gaps;
  }

  function incidentAfter(
    view: ServiceView,
    step: ServiceStep | null,
    lastHeardAtMs: number | null,
  ): { incident: Incident | null; kind: IncidentEventKind | null } {
    const from = view.state.status;
    if (step === null) return { incident: view.incident, kind: null };
    if (view.incident !== null) return advanceIncident(view.incident, from, step);
    if (step.to !== 'Down') return { incident: null, kind: null };
    const { serviceId, serviceName, environment, previousStatus } = view;
    const startedAtMs = lastHeardAtMs ?? step.atMs;
    const outage = {
      incidentId: ids.incidentId(serviceId, startedAtMs),
      serviceId,
      serviceName,
      environment,
      startedAtMs,
      detectedAtMs: view.nowMs,
      before:
        from === 'Degraded' && previousStatus !== null
          ? { atMs: view.state.sinceMs, from: previousStatus, to: from }
          : null,
    };
    return { incident: openIncident(outage, from, step), kind: 'opened' };
  }
}

/** The moment from which on it matters what we could not hear; null: nothing changed. */
function firstOf(changes: readonly InstanceChanged[]): number | null {
  return changes.length === 0 ? null : Math.min(...changes.map((change) => change.silentSinceMs));
}

/** Whether a roll-up without a step has nothing to write either. One that the timer asked for must set it anew. */
function isKnown({ view, nextCheckAtMs, shortSinceMs, lastHeardAtMs, lastDownAtMs }: ServiceCommit): boolean {
  return (
    nextCheckAtMs === null &&
    shortSinceMs === view.state.shortSinceMs &&
    lastHeardAtMs === view.lastHeardAtMs &&
    lastDownAtMs === (view.state.lastDownAtMs ?? null)
  );
}

/**
 * The newest last heartbeat among the instances that left or went Down: the start of the outage, should there be one.
 * A step that ends an outage is one as well, so that the next outage is another one though nobody else went Down.
 */
function lastHeardAt(
  view: ServiceView,
  changes: readonly InstanceChanged[],
  step: ServiceStep | null,
): number | null {
  const heard = changes
    .filter((change) => departures.includes(change.to))
    .map((change) => change.silentSinceMs);
  if (view.lastHeardAtMs !== null) heard.push(view.lastHeardAtMs);
  if (view.state.status === 'Down' && step !== null) heard.push(step.atMs);
  return heard.length > 0 ? Math.max(...heard) : null;
}

function lastDownAt({ state }: ServiceView, changes: readonly InstanceChanged[]): number | null {
  const times = changes.filter((change) => change.to === 'Down').map((change) => change.atMs);
  return times.length > 0 ? Math.max(state.lastDownAtMs ?? 0, ...times) : (state.lastDownAtMs ?? null);
}

function eventsOf(
  view: ServiceView,
  step: ServiceStep,
  incident: Incident | null,
  kind: IncidentEventKind | null,
): MonitorEvent[] {
  const { serviceId, serviceName, environment } = view;
  const changed: ServiceChanged = {
    type: 'service.changed',
    serviceId,
    serviceName,
    environment,
    from: view.state.status,
    to: step.to,
    atMs: step.atMs,
  };
  if (incident === null || kind === null) return [changed];
  const { incidentId, relapses } = incident;
  const told: IncidentChanged = {
    type: 'incident.changed',
    kind,
    incidentId,
    serviceId,
    relapses,
    atMs: step.atMs,
  };
  return [changed, told];
}
