import { type BlindGap, clearMsBetween } from './clear-time.ts';
import { beginFlapping, type Flapping, flappingFrom, withDown, withSilence } from './flapping.ts';
import type { Labels } from './labels.ts';
import type { ServiceStep } from './roll-up-status.ts';
import type { ServiceStatus } from './status.ts';
import { type StatusEntry, type TimelineEntry, withStep } from './timeline.ts';
import { whenSilentForLong } from './when-silent-for-long.ts';

export type IncidentState = 'open' | 'recovering' | 'resolved';

/** A mark on an open incident: a person works on it. */
export interface Acknowledgement {
  by: string;
  atMs: number;
  note: string | null;
}

/** Which messages were sent so far, so that the next one is sent after them. */
export interface Told {
  /** Whether the latest outage was reported; only then its end is reported too. */
  outage: boolean;
  /** Whether it was reported that the outage lasts long. */
  longSilence: boolean;
  /** The name of the last message that went to every channel. */
  last: string;
  /** The name of the message "recovered" after it, which only some channels get; null: there was none. */
  recovery: string | null;
  /** The name of the last reminder or escalation after it; absent: there was none. */
  reminder?: string;
}

/** What has followed so far because nobody acknowledged an incident; times in milliseconds of the Redis clock. */
export interface Unanswered {
  /** When the outage that goes on was told last, by its own message or by a reminder. */
  toldAtMs: number;
  /** The reminders of that outage. */
  reminders: number;
  /** The reminders and escalations of all outages: their names are counted. */
  messages: number;
  /** The time of the latest step of the escalation; 0: there was none. */
  escalatedAfterMs: number;
  /** The channels that were reached by it. They are told what follows, up to the end. */
  escalatedTo: readonly string[];
  /** Since when the escalation counts, if the outage was told late; absent: from when the incident was found. */
  countsFromMs?: number;
  /** The message of the outage is held back, so that nothing follows before this time; absent: it is not. */
  heldUntilMs?: number;
}

/** The outages of one service from the first Down to resolved; times in milliseconds of the Redis clock. */
export interface Incident {
  incidentId: string;
  serviceId: string;
  serviceName: string;
  environment: string;
  /** Of its service when it began; absent: it had none. */
  labels?: Labels;
  state: IncidentState;
  /** The last heartbeat before the outage, or the registration if no heartbeat followed it. */
  startedAtMs: number;
  /** When the Down was committed. */
  detectedAtMs: number;
  recoveredAtMs: number | null;
  resolvedAtMs: number | null;
  /** How often its service was Down again. */
  relapses: number;
  /** The last heartbeat or registration before the present outage; null: the service sends heartbeats. */
  silentSinceMs: number | null;
  /** The silence of all ended outages, without blind time. */
  silentMs: number;
  /** When it is resolved if nothing is late until then; null: its service is Down, or late. */
  quietUntilMs: number | null;
  /** Null: each outage is reported by itself. */
  flapping: Flapping | null;
  told: Told;
  acknowledged: Acknowledgement | null;
  /** What has followed because nobody acknowledged it; absent: nothing yet. */
  unanswered?: Unanswered;
  timeline: TimelineEntry[];
}

/** How an incident changed: by a change of its service, by time alone, or by a person. */
export type IncidentEventKind =
  | 'opened'
  | 'relapsed'
  | 'recovering'
  /** The service flaps, and the present outage lasts long. */
  | 'silent'
  /** An hour of flapping with outages is over. */
  | 'summed-up'
  /** The service is still Down, and nobody has acknowledged the incident. */
  | 'reminded'
  /** The same, and more channels are told. */
  | 'escalated'
  | 'resolved'
  | 'acknowledged'
  | 'noted';

/**
 * An outage from which an incident is made. The incident's id is computed from the service and the start, so an outage
 * that is found again gets the same incident.
 */
export interface Outage {
  incidentId: string;
  serviceId: string;
  serviceName: string;
  environment: string;
  labels?: Labels;
  startedAtMs: number;
  detectedAtMs: number;
  /** The change before Down, if the service was healthy before that. */
  before: StatusEntry | null;
}

/** What is needed, beside the incident, to apply a change of its service. */
export interface Course {
  /** How many outages of the service are remembered, this step's included. */
  outages: number;
  /** The last heartbeat or registration before the change; used if the change is to Down. */
  lastHeardAtMs: number;
  gaps: readonly BlindGap[];
}

export function openIncident(
  { before, ...outage }: Outage,
  from: ServiceStatus,
  step: ServiceStep,
  course: Course,
): Incident {
  const entry = { atMs: step.atMs, from, to: step.to };
  const isFlapping = course.outages >= flappingFrom;
  return {
    ...outage,
    state: 'open',
    recoveredAtMs: null,
    resolvedAtMs: null,
    relapses: 0,
    silentSinceMs: course.lastHeardAtMs,
    silentMs: 0,
    quietUntilMs: null,
    flapping: isFlapping ? beginFlapping(step.atMs) : null,
    told: tellOf(isFlapping ? 'flapping' : 'down', step.atMs, course),
    acknowledged: null,
    timeline: before === null ? [entry] : [before, entry],
  };
}

/** The incident after a change of its service, and the kind of message that is due; null: none. */
export function advanceIncident(
  incident: Incident,
  from: ServiceStatus,
  step: ServiceStep,
  course: Course,
): { incident: Incident; kind: IncidentEventKind | null } {
  const timeline = withStep(incident.timeline, { atMs: step.atMs, from, to: step.to });
  const next = { ...incident, timeline };
  switch (step.to) {
    case 'Down':
      return { kind: 'relapsed', incident: relapsed(next, step.atMs, course) };
    case 'Recovered':
      return { kind: 'recovering', incident: recovered(next, step.atMs, course.gaps) };
    case 'Stopped':
      return { kind: 'resolved', incident: resolvedAt(recovered(next, step.atMs, course.gaps), step.atMs) };
    case 'Healthy':
    case 'Degraded':
    case 'Pending':
      // How the service is now; whether the outage is over takes longer.
      return { kind: null, incident: next };
    default:
      return step.to satisfies never;
  }
}

/** The incident at its end; it was heard again before, or nobody is left to be heard. */
export function resolvedAt(incident: Incident, atMs: number): Incident {
  return { ...incident, state: 'resolved', resolvedAtMs: atMs, quietUntilMs: null };
}

function relapsed(incident: Incident, atMs: number, course: Course): Incident {
  const relapses = incident.relapses + 1;
  const { lastHeardAtMs } = course;
  const begins = incident.flapping === null && course.outages >= flappingFrom;
  const told = tellOf(`${begins ? 'flapping' : 'down'} ${relapses}`, atMs, course);
  const isTold = incident.flapping === null || told.longSilence;
  return {
    ...incident,
    state: 'open',
    recoveredAtMs: null,
    relapses,
    silentSinceMs: lastHeardAtMs,
    quietUntilMs: null,
    flapping: begins ? beginFlapping(atMs) : incident.flapping && withDown(incident.flapping, atMs),
    told: isTold ? told : { ...incident.told, outage: false, longSilence: false },
  };
}

function tellOf(name: string, atMs: number, { lastHeardAtMs, gaps }: Course): Told {
  const longSilence = whenSilentForLong(lastHeardAtMs, gaps) <= atMs;
  return { outage: true, longSilence, last: name, recovery: null };
}

function recovered(incident: Incident, atMs: number, gaps: readonly BlindGap[]): Incident {
  const { silentSinceMs, flapping, told, relapses } = incident;
  if (silentSinceMs === null) return incident;
  return {
    ...incident,
    state: 'recovering',
    recoveredAtMs: atMs,
    silentSinceMs: null,
    silentMs: incident.silentMs + clearMsBetween(silentSinceMs, atMs, gaps),
    flapping: flapping && withSilence(flapping, silentSinceMs, atMs, gaps),
    told: told.outage ? { ...told, recovery: `recovering ${relapses}` } : told,
  };
}

/** How long it lasted: from the last heartbeat or registration before the first outage to the first heartbeat after the last. */
export function outageMs(incident: Incident): number | null {
  return incident.recoveredAtMs === null ? null : incident.recoveredAtMs - incident.startedAtMs;
}
