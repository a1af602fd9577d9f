import type { IncidentChanged } from './events.ts';
import { type Incident, type IncidentEventKind, outageMs } from './incident.ts';
import { newsOf } from './incident-news.ts';
import type { IncidentMessageKind } from './message-kinds.ts';
import type { IncidentMessage } from './messages.ts';

/** What a message says of its incident: its times, its outages, and who resolved it. */
export function messageFacts(
  event: IncidentChanged,
  incident: Incident,
  kind: IncidentMessageKind,
): Times & Resolver {
  return { ...timesOf(event, incident, kind), ...resolverOf(incident) };
}

type Times = Pick<
  IncidentMessage,
  | 'startedAtMs'
  | 'detectedAtMs'
  | 'recoveredAtMs'
  | 'outageMs'
  | 'relapses'
  | 'silentSinceMs'
  | 'silentMs'
  | 'ownSilentMs'
  | 'quietUntilMs'
  | 'flaps'
  | 'hour'
  | 'unacknowledgedMs'
  | 'stepMs'
  | 'acknowledgedBy'
>;

/** Events at which nobody had acknowledged it; somebody may have since. */
const unanswered: readonly IncidentEventKind[] = ['opened', 'reminded', 'escalated'];

type Resolver = Pick<IncidentMessage, 'resolvedBy' | 'resolvedNote'>;

/** The times in a message are those of the event, because the incident may have changed since. */
function timesOf(event: IncidentChanged, incident: Incident, kind: IncidentMessageKind): Times {
  const { startedAtMs, detectedAtMs, quietUntilMs } = incident;
  const { silentSinceMs, hour, silence } = newsOf(event);
  const { relapses, atMs } = event;
  const flaps = incident.flapping !== null;
  const common = {
    startedAtMs,
    relapses,
    silentSinceMs,
    silentMs: silence?.allMs ?? incident.silentMs,
    ...(silence === undefined ? {} : { ownSilentMs: silence.ownMs }),
    flaps,
    ...(unanswered.includes(event.kind) ? {} : acknowledgerOf(incident)),
    ...(hour === null ? {} : { hour }),
  };
  if (kind === 'recovering') {
    const ownMs = atMs - (silentSinceMs ?? startedAtMs);
    return { ...common, detectedAtMs, recoveredAtMs: atMs, outageMs: ownMs, quietUntilMs };
  }
  if (kind === 'resolved')
    return { ...common, detectedAtMs, recoveredAtMs: incident.recoveredAtMs, outageMs: outageMs(incident) };
  if (kind === 'acknowledged') return { ...common, detectedAtMs, recoveredAtMs: null, outageMs: null };
  if (kind === 'reminder' || kind === 'escalation') {
    const unacknowledgedMs = Math.max(0, atMs - detectedAtMs);
    const stepMs = newsOf(event).escalation?.afterMs;
    return {
      ...{ ...common, detectedAtMs: atMs, recoveredAtMs: null, outageMs: null, unacknowledgedMs },
      ...(stepMs === undefined ? {} : { stepMs }),
    };
  }
  const foundAtMs = event.kind === 'opened' ? detectedAtMs : atMs;
  return { ...common, detectedAtMs: foundAtMs, recoveredAtMs: null, outageMs: null };
}

function acknowledgerOf({ acknowledged }: Incident): Pick<Times, 'acknowledgedBy'> {
  return acknowledged === null ? {} : { acknowledgedBy: acknowledged.by };
}

/** Who resolved the incident, if it was not its service, and why. */
function resolverOf({ timeline }: Incident): Resolver {
  const entry = timeline.findLast((one) => 'action' in one && one.action === 'resolved');
  if (entry === undefined || !('by' in entry)) return {};
  const { by, note } = entry;
  return { resolvedBy: by, ...(note === null ? {} : { resolvedNote: note }) };
}
