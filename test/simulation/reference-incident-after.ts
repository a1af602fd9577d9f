import type { BlindGap } from '../../src/domain/clear-time.ts';
import type { IncidentNews } from '../../src/domain/events.ts';
import type { Incident } from '../../src/domain/incident.ts';
import type { EscalationStep } from '../../src/domain/reminding/reminder-rules.ts';
import {
  bookOf,
  cameBack,
  type Due,
  fell,
  type IncidentLog,
  passed,
  type Remembered,
  whenOver,
} from './reference-incidents.ts';
import { idBelow, type ReferenceLog, type ServiceLog } from './reference-log.ts';
import { lastReminder, noReminders, unansweredOf } from './reference-reminders.ts';
import type { ServiceRule, Step } from './reference-rules.ts';

/** An incident after something happened, and what that is called; null: nobody could be told of it. */
export interface IncidentAfter {
  incident: Incident;
  kind: string | null;
  hour: IncidentNews['hour'];
  escalation?: EscalationStep;
}

/** What a roll-up saw of the service beside the step. */
interface Way {
  before: Incident | null;
  from: string;
  sinceMs: number;
  previous: string | null;
  startedAtMs: number;
  nowMs: number;
  gaps: readonly BlindGap[];
}

export function incidentAfter(
  log: ReferenceLog,
  given: {
    service: ServiceLog;
    rule: ServiceRule;
    step: Step | null;
    due: Due | null;
    memory: Remembered;
  },
  way: Way,
): IncidentAfter | null {
  const { step, due, memory } = given;
  const { before, gaps } = way;
  if (before === null && step?.to !== 'Down') return null;
  const incident = before ?? opened(given.service, way);
  const course = log.courses.get(incident.incidentId) ?? newCourse();
  log.courses.set(incident.incidentId, course);
  if (step !== null) happen(course, step, way, memory.outages);
  const hour = due === null ? null : passed(course, due, gaps);
  tellAgain(course, given, way);
  const endsMs = whenEnded(step, due);
  const { backMs } = course.outages.at(-1) ?? { backMs: null };
  const now = {
    ...{
      ...incident,
      ...bookOf(course),
      ...unansweredOf(course.reminders, incident),
      recoveredAtMs: backMs,
      resolvedAtMs: endsMs,
    },
    state: endsMs === null ? (backMs === null ? 'open' : 'recovering') : 'resolved',
    relapses: course.outages.length - 1,
    timeline: [...incident.timeline, ...entriesOf(step, way)],
  } as Incident;
  return {
    incident: { ...now, quietUntilMs: whenOver(now, memory, given.rule, gaps) },
    kind: due?.kind ?? kindOf(step, before),
    hour,
    ...escalationOf(due),
  };
}

const escalationOf = (due: Due | null) => (due?.kind === 'escalated' ? { escalation: due.step } : {});

/** From the message of an outage on, the time until a reminder counts anew. */
function tellAgain(
  course: IncidentLog,
  { step, due }: { step: Step | null; due: Due | null },
  { before, nowMs }: Way,
): void {
  const isTold = course.outages.at(-1)?.isTold === true;
  if (due?.kind === 'silent' || (step?.to === 'Down' && before !== null && isTold))
    Object.assign(course.reminders, { toldAgainMs: nowMs, inRowMs: [] });
}

const newCourse = (): IncidentLog => ({
  ...{ outages: [], flapsSinceMs: null, hours: [], silentMs: 0, names: [], recovery: null },
  reminders: noReminders(),
});

function happen(course: IncidentLog, step: Step, { startedAtMs, gaps }: Way, outages: number): void {
  if (step.to === 'Down') fell(course, startedAtMs, step.atMs, outages, gaps);
  if (step.to === 'Recovered' || step.to === 'Stopped') cameBack(course, step.atMs, gaps);
}

function whenEnded(step: Step | null, due: Due | null): number | null {
  if (due?.kind === 'resolved') return due.atMs;
  return step?.to === 'Stopped' ? step.atMs : null;
}

function kindOf(step: Step | null, before: Incident | null): string | null {
  if (step?.to === 'Down') return before === null ? 'opened' : 'relapsed';
  const kinds: Record<string, string> = { Recovered: 'recovering', Stopped: 'resolved' };
  return kinds[step?.to ?? ''] ?? null;
}

function entriesOf(step: Step | null, { before, from, previous, sinceMs }: Way) {
  if (step === null) return [];
  const entry = { atMs: step.atMs, from, to: step.to };
  const isLateFirst = before === null && from === 'Degraded' && previous !== null;
  return isLateFirst ? [{ atMs: sinceMs, from: previous, to: 'Degraded' }, entry] : [entry];
}

function opened({ serviceId, serviceName }: ServiceLog, { startedAtMs, nowMs }: Way): Incident {
  const incident = {
    incidentId: idBelow(serviceId, 'incident', startedAtMs),
    ...{ serviceId, serviceName, environment: 'test', startedAtMs, detectedAtMs: nowMs },
    ...{ acknowledged: null, timeline: [] },
  };
  return incident as unknown as Incident;
}

const isOfOutage = (kind: string | null) => kind === 'relapsed' || kind === 'recovering';

/** What the event of it must say to people. */
export function newsAfter(
  log: ReferenceLog,
  { incident, kind, hour, escalation }: IncidentAfter,
  before: Incident | null,
  heard: { last: string | null; recovery: string | null },
): IncidentNews {
  const { incidentId, relapses, silentSinceMs } = incident;
  const course = log.courses.get(incidentId) ?? newCourse();
  const isLeftOut = isOfOutage(kind) && course.outages.at(-1)?.isTold === false;
  const flapped = before !== null && before.flapping !== null;
  const last = lastReminder(course.reminders) ?? course.names.at(-1) ?? '';
  return {
    name: nameOf(kind, relapses, isLeftOut) ?? last,
    isTold: !isLeftOut,
    flappingBegins: kind !== 'summed-up' && !flapped && incident.flapping !== null,
    silentSinceMs: silentSinceMs ?? before?.silentSinceMs ?? null,
    hour,
    ...(escalation === undefined ? {} : { escalation }),
    after: { all: heard.recovery ?? heard.last, rest: heard.last },
  };
}

/** Null: it is called what the messages of the incident are called by now. */
function nameOf(kind: string | null, relapses: number, isLeftOut: boolean): string | null {
  if (kind === 'resolved') return kind;
  if (kind === 'recovering') return `recovering ${relapses}`;
  return isLeftOut ? `down ${relapses}` : null;
}
