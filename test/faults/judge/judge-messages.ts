import type { IncidentReply } from '../../support/api-client.ts';
import { operatorChannel } from '../stage/stage-options.ts';
import type { Arrival } from '../stage/start-sink.ts';
import type { Evidence, Findings } from './evidence.ts';
import { expectedMessagesOf } from './expected-messages.ts';

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

/** What the rule says is told, and no more, is told once to every channel; a mail cannot be changed, so it says nothing of a recovery. */
export function judgeMessages(evidence: Evidence): MessageFindings {
  const findings: MessageFindings = { mistakes: [], expected: 0, repeated: 0, causes: [] };
  const { channels, allows, incidents, arrivals, times } = evidence;
  const inOrder = incidents.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
  const byService = [...Map.groupBy(inOrder, (incident) => incident.serviceName).values()];
  const tellings = byService.flatMap((ofOne) => expectedMessagesOf(ofOne, times));
  for (const channelId of channels.filter((channel) => !allows.failingChannels?.includes(channel))) {
    for (const { incident, told } of tellings) {
      for (const [kind, count] of Object.entries(told)) {
        const expected = kind === 'recovering' && channelId === 'mail' ? 0 : count;
        judgeMessage(incident, { kind, count: expected, channelId }, evidence, findings);
      }
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

function judgeMessage(
  incident: IncidentReply,
  { kind, count, channelId }: { kind: string; count: number; channelId: string },
  evidence: Evidence,
  findings: MessageFindings,
): void {
  findings.expected += count;
  const all = evidence.arrivals.filter(
    (arrival) =>
      arrival.incidentId === incident.incidentId && arrival.channelId === channelId && arrival.kind === kind,
  );
  const what = `"${kind}" of ${incident.serviceName} to ${channelId}`;
  const byId = [...Map.groupBy(all, ({ id }) => id).values()];
  const taken = byId.filter((ofOne) => ofOne.some(({ isTaken }) => isTaken)).length;
  if (taken < count)
    findings.mistakes.push({ kind: 'lost', text: `${what} arrived ${taken} times of ${count}` });
  if (byId.length > count)
    findings.mistakes.push({ kind: 'doubled', text: `${what} came with ${byId.length} ids, not ${count}` });
  for (const ofOne of byId) judgeRepeats(ofOne, what, evidence, findings);
}

/** A message that was under way when its sender was cut off may come again. */
function judgeRepeats(ofOne: Arrival[], what: string, evidence: Evidence, findings: MessageFindings): void {
  const taken = ofOne.filter(({ isTaken }) => isTaken);
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
