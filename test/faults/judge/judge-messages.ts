import type { IncidentReply } from '../../support/api-client.ts';
import { operatorChannel } from '../stage/stage-options.ts';
import type { Arrival } from '../stage/start-sink.ts';
import type { Evidence, Findings } from './evidence.ts';

/** How long before an interruption a message may have arrived and still be under way. */
const underWayMs = 1_000;

export interface MessageFindings extends Findings {
  /** Messages that had to arrive. */
  expected: number;
  /** What the operator was told to be wrong with the monitor itself. */
  causes: string[];
  /** Messages that came again with the id they had, as they may when a sender is cut off. */
  repeated: number;
}

/** Every incident is told once to every channel, and its end is. */
export function judgeMessages(evidence: Evidence): MessageFindings {
  const findings: MessageFindings = { mistakes: [], expected: 0, repeated: 0, causes: [] };
  const { channels, allows, incidents, arrivals } = evidence;
  for (const channelId of channels.filter((channel) => !allows.deafChannels?.includes(channel))) {
    for (const incident of incidents) {
      for (const kind of kindsOf(incident)) judgeMessage(incident, kind, channelId, evidence, findings);
    }
  }
  judgeOperator(evidence, findings);
  const known = new Set(incidents.map((incident) => incident.incidentId));
  for (const arrival of arrivals) {
    if (arrival.channelId === operatorChannel || known.has(arrival.incidentId) || allows.emptied) continue;
    const text = `${say(arrival)} tells of an incident that is not known`;
    findings.mistakes.push({ kind: 'other', text });
  }
  return findings;
}

/** That the monitor is impaired is told once, and that it is well again too. */
function judgeOperator(evidence: Evidence, findings: MessageFindings): void {
  const told = evidence.arrivals.filter(({ channelId }) => channelId === operatorChannel);
  findings.causes = [...new Set(told.flatMap(({ causes }) => causes))];
  for (const [id, all] of Map.groupBy(told, (arrival) => arrival.id)) {
    if (all.length === 1) continue;
    const isExcused =
      evidence.allows.repeats && all.slice(0, -1).every((one) => isInterrupted(one, evidence));
    if (isExcused) findings.repeated += all.length - 1;
    else
      findings.mistakes.push({ kind: 'doubled', text: `the operator was told ${all.length} times of ${id}` });
  }
}

function kindsOf(incident: IncidentReply): string[] {
  return incident.state === 'resolved' ? ['down', 'resolved'] : ['down'];
}

function judgeMessage(
  incident: IncidentReply,
  kind: string,
  channelId: string,
  evidence: Evidence,
  findings: MessageFindings,
): void {
  findings.expected++;
  const all = evidence.arrivals.filter(
    (arrival) =>
      arrival.incidentId === incident.incidentId && arrival.channelId === channelId && arrival.kind === kind,
  );
  const taken = all.filter(({ isTaken }) => isTaken);
  const what = `"${kind}" of ${incident.serviceName} to ${channelId}`;
  const ids = new Set(all.map(({ id }) => id));
  if (taken.length === 0) findings.mistakes.push({ kind: 'lost', text: `${what} never arrived` });
  if (ids.size > 1) findings.mistakes.push({ kind: 'doubled', text: `${what} came with ${ids.size} ids` });
  const repeats = taken.length - 1;
  if (repeats < 1) return;
  const wasUnderWay = taken.slice(0, -1).every((arrival) => isInterrupted(arrival, evidence));
  if (evidence.allows.repeats && wasUnderWay) findings.repeated += repeats;
  else findings.mistakes.push({ kind: 'doubled', text: `${what} arrived ${taken.length} times` });
}

function isInterrupted({ atMs }: Arrival, { interruptions, slackMs, allows }: Evidence): boolean {
  const beforeMs = (allows.lostWrites ?? underWayMs) + slackMs;
  return interruptions.some((cutAtMs) => atMs >= cutAtMs - beforeMs && atMs <= cutAtMs + slackMs);
}

function say({ kind, serviceName, channelId }: Arrival): string {
  return `"${kind}" of ${serviceName} to ${channelId}`;
}
