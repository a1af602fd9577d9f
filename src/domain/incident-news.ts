import type { BlindGap } from './clear-time.ts';
import type { IncidentChanged } from './events.ts';
import type { FlappingHour } from './flapping.ts';
import type { Incident, IncidentEventKind } from './incident.ts';
import type { EscalationStep } from './reminding/reminder-rules.ts';
import { type Silence, silenceSoFar } from './silence-so-far.ts';

/** The content of an incident's event for messages. It is written with the event, so planning it twice gives the same rows. */
export interface IncidentNews {
  /** The name of its message within the incident; the id of the message is computed from it. */
  name: string;
  /** Whether a message is sent; while a service flaps, most outages are only in the summary. */
  isTold: boolean;
  /** Whether it says that the service flaps from now on. */
  flappingBegins: boolean;
  /** The last heartbeat or registration before the outage; null: the event is about no outage. */
  silentSinceMs: number | null;
  /** Up to the time of the event; absent: an older version wrote the event without it. */
  silence?: Silence;
  /** The hour that is summed up, if it is one. */
  hour: FlappingHour | null;
  /** Which channels are told because nobody acknowledged it; absent: it is no escalation. */
  escalation?: EscalationStep;
  /** The previous message, for channels that get all messages and for those that get no recoveries; null: it is the first. */
  after: { all: string | null; rest: string | null };
}

/** The event for the change of an incident from `before` to `after`; `before` null: it is new. */
export function incidentChanged(
  before: Incident | null,
  after: Incident,
  kind: IncidentEventKind,
  {
    atMs,
    gaps,
    hour = null,
    escalation,
  }: {
    atMs: number;
    gaps: readonly BlindGap[];
    hour?: FlappingHour | null;
    escalation?: EscalationStep | undefined;
  },
): IncidentChanged {
  const { incidentId, serviceId, relapses } = after;
  const news: IncidentNews = {
    name: nameOf(kind, after),
    isTold: kind === 'relapsed' || kind === 'recovering' ? after.told.outage : true,
    flappingBegins: kind !== 'summed-up' && before?.flapping == null && after.flapping !== null,
    silentSinceMs: after.silentSinceMs ?? before?.silentSinceMs ?? null,
    silence: silenceSoFar(after, kind === 'opened' ? after.detectedAtMs : atMs, gaps),
    hour,
    ...(escalation === undefined ? {} : { escalation }),
    after: {
      all: before === null ? null : (before.told.recovery ?? lastOf(before)),
      rest: before === null ? null : lastOf(before),
    },
  };
  return { type: 'incident.changed', kind, incidentId, serviceId, relapses, atMs, news };
}

/** What an event of version 0.1 says. */
export function newsOf({ kind, relapses, news }: IncidentChanged): IncidentNews {
  if (news !== undefined) return news;
  const name =
    kind === 'resolved' ? kind : kind === 'recovering' ? `${kind} ${relapses}` : downName(relapses);
  const first = kind === 'opened' ? null : 'down';
  return {
    name,
    isTold: true,
    flappingBegins: false,
    silentSinceMs: null,
    hour: null,
    after: { all: first, rest: first },
  };
}

/** The last message that went to every channel, or says why it did not. */
function lastOf({ told }: Incident): string {
  return told.reminder ?? told.last;
}

function nameOf(kind: IncidentEventKind, { told, relapses, timeline }: Incident): string {
  if (kind === 'recovering') return `recovering ${relapses}`;
  if (kind === 'relapsed' && !told.outage) return downName(relapses);
  if (kind === 'acknowledged') return `acknowledged ${acknowledgements(timeline)}`;
  if (kind === 'reminded' || kind === 'escalated') return told.reminder ?? kind;
  return kind === 'resolved' ? kind : told.last;
}

const acknowledgements = (timeline: Incident['timeline']) =>
  timeline.filter((entry) => 'action' in entry && entry.action === 'acknowledged').length;

function downName(relapses: number): string {
  return relapses === 0 ? 'down' : `down ${relapses}`;
}
