import type { BlindGap } from '../domain/clear-time.ts';
import { decideServiceStep } from '../domain/decide-service-step.ts';
import type { InstanceChanged } from '../domain/events.ts';
import type { Ids } from '../domain/ids.ts';
import type { IncidentEventKind } from '../domain/incident.ts';
import type { RulesOf, ServiceRules } from '../domain/policy.ts';
import type { Reminding } from '../domain/reminding/reminder-rules.ts';
import type { RoutedService } from '../domain/routing.ts';
import type { ServiceCommit, ServiceView } from '../domain/service-view.ts';
import { severityOf } from '../domain/severity.ts';
import type { TroubleKind } from '../domain/tell-trouble.ts';
import { contention, untilCommitted } from './concurrency/until-committed.ts';
import { plainLines } from './plain-lines.ts';
import type { Log, Meter } from './ports/observability.ts';
import type { Services } from './ports/services.ts';

/** `changes` may be empty: then only the time has passed. */
export type RollUpService = (serviceId: string, changes: readonly InstanceChanged[]) => Promise<void>;

const attempts = 50;

/**
 * Step 3, from the events of instances to the service. It reads the service's counts, however many instances changed,
 * and commits status, incident and events in one write; done twice, it finds nothing left to do.
 */
export function createRollUpService(parts: {
  services: Services;
  ids: Ids;
  rulesOf: RulesOf;
  meter: Meter;
  log: Log;
  blindAfterMs: () => number;
  /** Whether anybody asks to be told of less than an outage; absent: nobody does. */
  asksForTrouble?: () => boolean;
  /** What follows while nobody acknowledges an incident, as it is set now; absent: nothing. */
  remindingOf?: (service: RoutedService) => Reminding;
}): RollUpService {
  const { services, ids, meter } = parts;

  return async function rollUpService(serviceId, changes) {
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const view = await services.read(serviceId, firstOf(changes));
        if (view === null) return 'done';
        const rules = parts.rulesOf(view, view.registrantIntervalMs ?? undefined);
        const { isNews, kind, commit } = decideServiceStep(view, changes, {
          ...{ rules, gaps: gapsOf(view), ids },
          asksForTrouble: parts.asksForTrouble?.() ?? false,
          ...remindingOf(view, rules),
        });
        if (!isNews && changes.length > 0 && isKnown(commit)) return 'done';
        const outcome = await services.commit(commit);
        if (outcome.kind === 'stale') return 'again';
        if (!isNews) return 'done';
        if (kind !== null) note(kind, commit);
        // One change at a time: what comes after it is read again.
        return 'again';
      },
      contention(`service ${serviceId} changes faster than it can be rolled up`),
    );
  };

  /** Everything else stands in its timeline; of a flapping service, its outages do as well. */
  function note(kind: IncidentEventKind, { view, incident }: ServiceCommit): void {
    meter.incident(kind, view);
    if (incident === null || (kind !== 'opened' && kind !== 'relapsed' && kind !== 'resolved')) return;
    if (kind === 'relapsed' && !incident.told.outage) return;
    const { incidentId, serviceName, environment } = incident;
    const plain = plainLines[kind](incident);
    parts.log.info({ incidentId, serviceName, environment, plain }, `incident ${kind}`);
  }

  /** By the labels that the incident keeps, as its messages are routed. */
  function remindingOf(view: ServiceView, rules: ServiceRules): { reminding?: Reminding } {
    if (parts.remindingOf === undefined) return {};
    const { serviceName, environment } = view;
    const { labels } = view.incident ?? view;
    const severity = severityOf(rules, labels);
    return { reminding: parts.remindingOf({ serviceName, environment, labels, severity }) };
  }

  /** While we cannot hear, the gap goes on. */
  function gapsOf({ gaps, tickAtMs, nowMs }: ServiceView): BlindGap[] {
    return nowMs - tickAtMs > parts.blindAfterMs() ? [...gaps, { fromMs: tickAtMs, toMs: nowMs }] : gaps;
  }
}

/** The moment from which on it matters what we could not hear; null: nothing changed. */
function firstOf(changes: readonly InstanceChanged[]): number | null {
  return changes.length === 0 ? null : Math.min(...changes.map((change) => change.silentSinceMs));
}

/** Whether a roll-up without a change has nothing to write. One that the timer started must set the timer again. */
function isKnown(commit: ServiceCommit): boolean {
  const { view, outages } = commit;
  return (
    commit.nextCheckAtMs === null &&
    commit.shortSinceMs === view.state.shortSinceMs &&
    commit.lastHeardAtMs === view.lastHeardAtMs &&
    commit.lastDownAtMs === (view.state.lastDownAtMs ?? null) &&
    outages.count === view.outages.count &&
    outages.quietSinceMs === view.outages.quietSinceMs &&
    Object.entries(commit.toldTroubles ?? {}).every(
      ([kind, { count, overSinceMs }]) =>
        view.troubles?.[kind as TroubleKind]?.count === count &&
        view.troubles[kind as TroubleKind]?.overSinceMs === overSinceMs,
    )
  );
}
