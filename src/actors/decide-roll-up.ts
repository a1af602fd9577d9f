import type { BlindGap } from '../domain/clear-time.ts';
import type { InstanceChanged, MonitorEvent } from '../domain/events.ts';
import type { FlappingHour } from '../domain/flapping.ts';
import { findHiddenOutage } from '../domain/hidden-outage.ts';
import { findHiddenRecovery } from '../domain/hidden-recovery.ts';
import type { Ids } from '../domain/ids.ts';
import { advanceIncident, type Incident, type IncidentEventKind, openIncident } from '../domain/incident.ts';
import { incidentChanged } from '../domain/incident-news.ts';
import { type IncidentTurn, nextTurn, quietUntil, takeTurn } from '../domain/incident-turn.ts';
import type { ServiceRules } from '../domain/policy.ts';
import { type OutageMemory, rememberOutages, whenForgotten } from '../domain/quiet-time.ts';
import { type RollUp, rollUpStatus, type ServiceStep } from '../domain/roll-up-status.ts';
import type { InstanceStatus } from '../domain/status.ts';
import { healthNews } from './health-news.ts';
import type { ServiceCommit, ServiceView } from './ports/services.ts';

/** What a roll-up writes; without news it only says when to look again, and more may follow what is news. */
export interface RollUpDecision {
  isNews: boolean;
  /** What became of the incident; null: nothing that anybody could be told. */
  kind: IncidentEventKind | null;
  commit: ServiceCommit;
}

interface Given {
  rules: ServiceRules;
  gaps: readonly BlindGap[];
  ids: Ids;
}

interface Became {
  incident: Incident | null;
  kind: IncidentEventKind | null;
  hour?: FlappingHour | null;
}

const departures: readonly InstanceStatus[] = ['Down', 'Stopped', 'Replaced'];

/** What is due first for a service: a step of its status, or what time alone makes of its incident. One at a time. */
export function decideRollUp(
  view: ServiceView,
  changes: readonly InstanceChanged[],
  given: Given,
): RollUpDecision {
  const { rules, gaps } = given;
  const { nowMs, state, incident } = view;
  const rollUp = rollUpWhatIsRead(state, changes, given, nowMs);
  const found = rollUp.step;
  const remember = (step: ServiceStep | null) =>
    rememberOutages({ ...view, hasIncident: incident !== null }, rules, { step, changes, gaps, nowMs });
  const turn = dueTurn(nextTurn(incident, remember(null), rules, gaps), found, nowMs);
  const step = turn === null ? found : null;
  const outages = remember(step);
  const lastHeardAtMs = lastHeardAt(view, changes, step);
  const became =
    turn !== null && incident !== null
      ? { kind: turn.kind, ...takeTurn(incident, turn, gaps) }
      : incidentAfter(view, step, { outages: outages.count, lastHeardAtMs }, given);
  const after = expecting(became.incident, outages, given);
  const health = healthNews(view);
  const times = timesOf(rollUp, after, { outages, lastHeardAtMs }, given, nowMs);
  return {
    isNews: turn !== null || step !== null || health.events.length > 0,
    kind: became.kind,
    commit: {
      view,
      to: step?.to ?? state.status,
      atMs: step?.atMs ?? state.sinceMs,
      shortSinceMs: rollUp.shortSinceMs,
      lastHeardAtMs,
      lastDownAtMs: lastDownAt(view, changes),
      gapsSinceMs: times.gapsSinceMs,
      nextCheckAtMs: earliest(times.nextCheckAtMs, health.nextAtMs),
      // What comes after a turn is due now: whoever knew of it may be gone by then.
      ...(turn !== null && found !== null ? { nextCheckAtMs: nowMs } : {}),
      incident: after,
      events: [...eventsOf(view, step, turn, { ...became, incident: after }, gaps), ...health.events],
      toldHealth: health.toldHealth,
      outages,
    },
  };
}

/** The roll-up, with what its counts do not show: what began and ended since the last one comes first. */
function rollUpWhatIsRead(
  state: ServiceView['state'],
  changes: readonly InstanceChanged[],
  { rules, gaps }: Given,
  nowMs: number,
): RollUp {
  const rollUp = rollUpStatus(state, rules, changes, nowMs, gaps);
  const outage = findHiddenOutage(state, changes);
  if (outage !== null) return { ...rollUp, step: outage };
  const recovery = rollUp.step === null ? findHiddenRecovery(state, rules, changes) : null;
  // Enough was heard, so that a shortage is a new one.
  return recovery === null ? rollUp : { ...rollUp, step: recovery, shortSinceMs: null };
}

/** The turn that is due, unless the service's step comes before it. */
function dueTurn(turn: IncidentTurn | null, found: ServiceStep | null, nowMs: number): IncidentTurn | null {
  return turn !== null && turn.atMs <= nowMs && (found === null || turn.atMs <= found.atMs) ? turn : null;
}

/** The incident with the time of its end, as far as that can be known. */
function expecting(
  incident: Incident | null,
  outages: OutageMemory,
  { rules, gaps }: Given,
): Incident | null {
  return incident && { ...incident, quietUntilMs: quietUntil(incident, outages, rules, gaps) };
}

/** When to look again, and from when on it matters what we could not hear. What is due already is due now. */
function timesOf(
  { nextCheckAtMs, shortSinceMs }: RollUp,
  incident: Incident | null,
  { outages, lastHeardAtMs }: { outages: OutageMemory; lastHeardAtMs: number | null },
  { rules, gaps }: Given,
  nowMs: number,
): Pick<ServiceCommit, 'nextCheckAtMs' | 'gapsSinceMs'> {
  const open = incident?.state === 'resolved' ? null : incident;
  const turnAtMs =
    open === null ? whenForgotten(outages, gaps) : (nextTurn(open, outages, rules, gaps)?.atMs ?? null);
  return {
    nextCheckAtMs: earliest(nextCheckAtMs, turnAtMs && Math.max(nowMs, turnAtMs)),
    gapsSinceMs: earliest(
      shortSinceMs,
      // A shortage that lasts is an outage, and its silence is counted from the last that was heard of who left.
      shortSinceMs && lastHeardAtMs,
      outages.quietSinceMs,
      open?.silentSinceMs ?? null,
    ),
  };
}

function incidentAfter(
  view: ServiceView,
  step: ServiceStep | null,
  memory: { outages: number; lastHeardAtMs: number | null },
  { ids, gaps }: Given,
): Became {
  const from = view.state.status;
  if (step === null) return { incident: view.incident, kind: null };
  const startedAtMs = memory.lastHeardAtMs ?? step.atMs;
  const course = { outages: memory.outages, lastHeardAtMs: startedAtMs, gaps };
  if (view.incident !== null) return advanceIncident(view.incident, from, step, course);
  if (step.to !== 'Down') return { incident: null, kind: null };
  const { serviceId, serviceName, environment, previousStatus } = view;
  const outage = {
    incidentId: ids.incidentId(serviceId, startedAtMs),
    ...{ serviceId, serviceName, environment, startedAtMs, detectedAtMs: view.nowMs },
    before:
      from === 'Degraded' && previousStatus !== null
        ? { atMs: view.state.sinceMs, from: previousStatus, to: from }
        : null,
  };
  return { incident: openIncident(outage, from, step, course), kind: 'opened' };
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
  step: ServiceStep | null,
  turn: IncidentTurn | null,
  { incident, kind, hour = null }: Became,
  gaps: readonly BlindGap[],
): MonitorEvent[] {
  const { serviceId, serviceName, environment, state } = view;
  const events: MonitorEvent[] = [];
  if (step !== null) {
    const names = { serviceId, serviceName, environment };
    events.push({ type: 'service.changed', ...names, from: state.status, to: step.to, atMs: step.atMs });
  }
  const atMs = step?.atMs ?? turn?.atMs;
  if (incident !== null && kind !== null && atMs !== undefined)
    events.push(incidentChanged(view.incident, incident, kind, { atMs, gaps, hour }));
  return events;
}

function earliest(...times: (number | null)[]): number | null {
  const known = times.filter((atMs) => atMs !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
