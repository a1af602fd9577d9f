import type { ServiceStep } from './roll-up-status.ts';
import type { ServiceStatus } from './status.ts';

export type IncidentState = 'open' | 'recovering' | 'resolved';

/** The service went from one status to another. */
export interface StatusEntry {
  atMs: number;
  from: ServiceStatus;
  to: ServiceStatus;
}

/** A person did something about the incident. */
export interface ActionEntry {
  atMs: number;
  action: 'acknowledged' | 'noted' | 'resolved';
  by: string;
  note: string | null;
}

/** One entry of an incident's timeline. */
export type TimelineEntry = StatusEntry | ActionEntry;

/** A mark on an open incident: somebody looks at it. */
export interface Acknowledgement {
  by: string;
  atMs: number;
  note: string | null;
}

/** One outage of one service, from the first Down to resolved; times in milliseconds of the Redis clock. */
export interface Incident {
  incidentId: string;
  serviceId: string;
  serviceName: string;
  environment: string;
  state: IncidentState;
  /** The last heartbeat before the outage. */
  startedAtMs: number;
  /** When the Down was committed. */
  detectedAtMs: number;
  recoveredAtMs: number | null;
  resolvedAtMs: number | null;
  relapses: number;
  acknowledged: Acknowledgement | null;
  timeline: TimelineEntry[];
}

/** What became of an incident, by a step of its service or by a person. */
export type IncidentEventKind = 'opened' | 'relapsed' | 'recovering' | 'resolved' | 'acknowledged' | 'noted';

/** The outage before it is an incident: its id follows from the service and the start, so it has one however often it is found. */
export interface Outage {
  incidentId: string;
  serviceId: string;
  serviceName: string;
  environment: string;
  startedAtMs: number;
  detectedAtMs: number;
  /** The way into the outage: the step before Down, if it led away from a healthy service. */
  before: StatusEntry | null;
}

export function openIncident(outage: Outage, from: ServiceStatus, step: ServiceStep): Incident {
  const { before, ...rest } = outage;
  const entry = { atMs: step.atMs, from, to: step.to };
  return {
    ...rest,
    state: 'open',
    recoveredAtMs: null,
    resolvedAtMs: null,
    relapses: 0,
    acknowledged: null,
    timeline: before === null ? [entry] : [before, entry],
  };
}

/** The incident after its service's step, and what that means for people. */
export function advanceIncident(
  incident: Incident,
  from: ServiceStatus,
  step: ServiceStep,
): { incident: Incident; kind: IncidentEventKind } {
  const next = { ...incident, timeline: [...incident.timeline, { atMs: step.atMs, from, to: step.to }] };
  switch (step.to) {
    case 'Down':
      return {
        kind: 'relapsed',
        incident: { ...next, state: 'open', recoveredAtMs: null, relapses: incident.relapses + 1 },
      };
    case 'Recovered':
      return { kind: 'recovering', incident: { ...next, state: 'recovering', recoveredAtMs: step.atMs } };
    case 'Healthy':
    case 'Degraded':
    case 'Pending':
    case 'Stopped':
      return {
        kind: 'resolved',
        incident: {
          ...next,
          state: 'resolved',
          resolvedAtMs: step.atMs,
          recoveredAtMs: incident.recoveredAtMs ?? step.atMs,
        },
      };
    default:
      return step.to satisfies never;
  }
}

/** How long the service was away: from the last heartbeat before to the first after. */
export function outageMs(incident: Incident): number | null {
  return incident.recoveredAtMs === null ? null : incident.recoveredAtMs - incident.startedAtMs;
}
