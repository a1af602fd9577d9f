import type { MemberTruth } from '../../../bench/support/start-fleet.ts';
import type { IncidentReply } from '../../support/api-client.ts';
import type { Window } from '../stage/history.ts';
import { dueAt } from './due-at.ts';
import type { Evidence, Findings } from './evidence.ts';
import { expectedMessagesOf } from './expected-messages.ts';

const promiseMs = 2_000;

export interface IncidentFindings extends Findings {
  /** Outages that had to be found. */
  outages: number;
}

/** One outage, one incident: as many incidents and relapses as there were outages of the whole service. */
export function judgeIncidents(evidence: Evidence): IncidentFindings {
  const findings: IncidentFindings = { mistakes: [], outages: 0 };
  const services = Map.groupBy(evidence.members, (member) => member.serviceName);
  for (const [serviceName, members] of services) {
    const { certain, possible } = countOutages(members, evidence);
    const found = evidence.incidents.filter((incident) => incident.serviceName === serviceName);
    const downs = found.reduce((sum, incident) => sum + 1 + incident.relapses, 0);
    findings.outages += certain;
    const text = `${serviceName}: ${certain} outages, ${found.length} incidents that tell of ${downs}`;
    if (downs < certain) findings.mistakes.push({ kind: 'lost', text });
    if (downs > possible) findings.mistakes.push({ kind: possible === 0 ? 'false' : 'doubled', text });
    findings.mistakes.push(...endedTooSoon(found, evidence));
  }
  findings.mistakes.push(...twiceOpened(evidence));
  return findings;
}

/** No incident is over before its service was on time for as long as the rule says, since it was heard again at least. */
function endedTooSoon(found: readonly IncidentReply[], { times, allows }: Evidence): Findings['mistakes'] {
  // Where writes or the clock are lost what was remembered is too.
  if (allows.lostWrites !== undefined || allows.emptied || allows.clockShifts) return [];
  const inOrder = found.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  return expectedMessagesOf(inOrder, times).flatMap(({ incident, quietMs }): Findings['mistakes'] => {
    const { resolvedAt, recoveredAt, serviceName } = incident;
    if (resolvedAt === null || recoveredAt === null) return [];
    const wasQuietMs = Date.parse(resolvedAt) - Date.parse(recoveredAt);
    const text = `${serviceName}: resolved ${wasQuietMs} ms after it was heard again, not after ${quietMs}`;
    return wasQuietMs >= quietMs ? [] : [{ kind: 'other', text }];
  });
}

/** How often all members of a service were silent together: long enough for a Down, and long enough for a chance of one. */
function countOutages(members: MemberTruth[], evidence: Evidence): { certain: number; possible: number } {
  const { times, windows, slackMs } = evidence;
  let certain = 0;
  let possible = 0;
  for (const { fromMs, toMs } of commonSilences(members, evidence)) {
    const untilMs = toMs ?? Number.POSITIVE_INFINITY;
    if (untilMs - fromMs > times.downAfterMs - times.intervalMs - times.graceMs) possible++;
    const isLong = untilMs > dueAt(fromMs, times.downAfterMs, windows) + promiseMs + slackMs;
    if (isLong || members.every((member) => wasDown(member, fromMs, untilMs, evidence))) certain++;
  }
  return { certain, possible };
}

function wasDown(
  { instanceId }: MemberTruth,
  fromMs: number,
  untilMs: number,
  { events }: Evidence,
): boolean {
  return events.some(
    ({ committedAtMs, event }) =>
      event.type === 'instance.changed' &&
      event.instanceId === instanceId &&
      event.to === 'Down' &&
      committedAtMs > fromMs &&
      committedAtMs < untilMs,
  );
}

function commonSilences(members: MemberTruth[], { silences }: Evidence): Window[] {
  const [first = [], ...others] = members.map((member) => silences.filter(({ n }) => n === member.n));
  return others.reduce<Window[]>((common, mine) => common.flatMap((window) => overlaps(window, mine)), first);
}

function overlaps(window: Window, others: readonly Window[]): Window[] {
  return others
    .map((other) => ({
      fromMs: Math.max(window.fromMs, other.fromMs),
      toMs: earlier(window.toMs, other.toMs),
    }))
    .filter(({ fromMs, toMs }) => toMs === null || toMs > fromMs);
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** An incident is opened once; where Redis lost writes it is opened again with the same id, and no other. */
function twiceOpened({ events, allows, incidents }: Evidence): Findings['mistakes'] {
  const opened = events.flatMap(({ event }) =>
    event.type === 'incident.changed' && event.kind === 'opened' ? [event.incidentId] : [],
  );
  const known = new Set(incidents.map((incident: IncidentReply) => incident.incidentId));
  return [...Map.groupBy(opened, (id) => id)].flatMap(([id, times]): Findings['mistakes'] => {
    if (times.length > 1 && allows.lostWrites === undefined)
      return [{ kind: 'doubled', text: `incident ${id} was opened ${times.length} times` }];
    if (!known.has(id) && !allows.emptied)
      return [{ kind: 'lost', text: `incident ${id} was opened and is gone` }];
    return [];
  });
}
