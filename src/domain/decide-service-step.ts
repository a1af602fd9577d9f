import type { BlindGap } from './clear-time.ts';
import type { InstanceChanged, MonitorEvent } from './events.ts';
import { healthNews } from './health-news.ts';
import { findHiddenOutage } from './hidden-outage.ts';
import { findHiddenRecovery } from './hidden-recovery.ts';
import type { Ids } from './ids.ts';
import type { Incident, IncidentEventKind } from './incident.ts';
import { incidentChanged } from './incident-news.ts';
import { type IncidentTurn, nextTurn, quietUntil, takeTurn } from './incident-turn.ts';
import { type Became, openOrRelapse } from './open-or-relapse.ts';
import { outageStart } from './outage-start.ts';
import type { ServiceRules } from './policy.ts';
import { type OutageMemory, rememberOutages } from './quiet-time.ts';
import type { Reminding } from './reminding/reminder-rules.ts';
import { unanswered } from './reminding/unanswered.ts';
import { type RollUp, rollUpStatus, type ServiceStep } from './roll-up-status.ts';
import { earliest, serviceTimes } from './service-times.ts';
import type { ServiceCommit, ServiceView } from './service-view.ts';
import { troubleNews } from './trouble-news.ts';

/** What a roll-up writes. Without a change it only sets the time of the next roll-up; after a change, more may be due. */
export interface ServiceDecision {
  isNews: boolean;
  /** How the incident changed; null: not in a way that could be reported. */
  kind: IncidentEventKind | null;
  commit: ServiceCommit;
}

interface Given {
  rules: ServiceRules;
  gaps: readonly BlindGap[];
  ids: Ids;
  /** Whether anybody asks to be told of less than an outage; absent: nobody does. */
  asksForTrouble?: boolean;
  /** What follows while nobody acknowledges the incident; absent: nothing. */
  reminding?: Reminding;
}

/** The first change that is due: of the service's status, or of its incident by time alone. One at a time. */
export function decideServiceStep(
  view: ServiceView,
  changes: readonly InstanceChanged[],
  given: Given,
): ServiceDecision {
  const { rules, gaps, asksForTrouble = false } = given;
  const { nowMs, state, incident } = view;
  const rollUp = rollUpWhatIsRead(state, changes, given, nowMs);
  const found = rollUp.step;
  const remember = (step: ServiceStep | null) =>
    rememberOutages({ ...view, hasIncident: incident !== null }, rules, { step, changes, gaps, nowMs });
  const turn = dueTurn(
    nextTurn(incident, remember(null), rules, gaps, remindingOf(given, found), nowMs),
    found,
    nowMs,
  );
  const step = turn === null ? found : null;
  const outages = remember(step);
  const lastHeardAtMs = outageStart.lastHeardAt(view, changes, step);
  const became =
    turn !== null && incident !== null
      ? { kind: turn.kind, ...takeTurn(incident, turn, gaps) }
      : openOrRelapse(view, step, { outages: outages.count, lastHeardAtMs }, given);
  const after = expecting(waitingAnew(became, nowMs), outages, given);
  const health = healthNews(view);
  const trouble = troubleNews(view, asksForTrouble, rules.timing.graceMs);
  const times = serviceTimes(rollUp, after, { outages, lastHeardAtMs }, given, nowMs);
  return {
    isNews: turn !== null || step !== null || health.events.length > 0 || trouble.events.length > 0,
    kind: became.kind,
    commit: {
      view,
      to: step?.to ?? state.status,
      atMs: step?.atMs ?? state.sinceMs,
      shortSinceMs: rollUp.shortSinceMs,
      lastHeardAtMs,
      lastDownAtMs: outageStart.lastDownAt(view, changes),
      gapsSinceMs: times.gapsSinceMs,
      nextCheckAtMs: earliest(times.nextCheckAtMs, health.nextAtMs, trouble.nextAtMs),
      // The status change that follows is due now: it is committed even if this worker fails before its next round.
      ...(turn !== null && found !== null ? { nextCheckAtMs: nowMs } : {}),
      incident: after,
      events: [
        ...eventsOf(view, step, turn, { ...became, incident: after }, gaps),
        ...health.events,
        ...trouble.events,
      ],
      toldHealth: health.toldHealth,
      ...(trouble.told === undefined ? {} : { toldTroubles: trouble.told }),
      outages,
    },
  };
}

/** The roll-up, including an outage or a recovery that began and ended since the last one; that one comes first. */
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
  // Enough instances sent heartbeats in between, so a shortage is a new one.
  return recovery === null ? rollUp : { ...rollUp, step: recovery, shortSinceMs: null };
}

/** Who is heard again, or gone, is not said to be Down still. */
function remindingOf({ reminding }: Given, found: ServiceStep | null): Reminding | undefined {
  return found === null ? reminding : undefined;
}

/** The change by time alone that is due, unless the change of the service comes before it. */
function dueTurn(turn: IncidentTurn | null, found: ServiceStep | null, nowMs: number): IncidentTurn | null {
  const isDue = turn !== null && turn.atMs <= nowMs && (found === null || turn.atMs <= found.atMs);
  if (!isDue) return null;
  // It says how things are when it is said: what was missed while no worker ran is not said one after the other.
  return turn.kind === 'reminded' || turn.kind === 'escalated' ? { ...turn, atMs: nowMs } : turn;
}

/** The time until a reminder counts from the message of an outage, which is written now, however late. */
function waitingAnew({ incident, kind }: Became, nowMs: number): Incident | null {
  const isTold = kind === 'silent' || (kind === 'relapsed' && incident?.told.outage === true);
  return incident !== null && isTold ? unanswered.toldAnew(incident, nowMs) : incident;
}

/** The incident with the time at which it will end, if that is known. */
function expecting(
  incident: Incident | null,
  outages: OutageMemory,
  { rules, gaps }: Given,
): Incident | null {
  return incident && { ...incident, quietUntilMs: quietUntil(incident, outages, rules, gaps) };
}

function eventsOf(
  view: ServiceView,
  step: ServiceStep | null,
  turn: IncidentTurn | null,
  { incident, kind, hour = null, escalation }: Became,
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
    events.push(incidentChanged(view.incident, incident, kind, { atMs, gaps, hour, escalation }));
  return events;
}
