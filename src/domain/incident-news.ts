import type { BlindGap } from './clear-time.ts';
import type { IncidentChanged, IncidentNews } from './events.ts';
import type { FlappingHour } from './flapping.ts';
import type { Incident, IncidentEventKind } from './incident.ts';
import type { EscalationStep } from './reminding/reminder-rules.ts';
import { silenceSoFar } from './silence-so-far.ts';

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
