import type { BlindGap } from './clear-time.ts';
import type { IncidentChanged } from './events.ts';
import type { FlappingHour } from './flapping.ts';
import type { Incident, IncidentEventKind } from './incident.ts';
import { type Silence, silenceSoFar } from './silence-so-far.ts';

/** What an event of an incident says to people; written with the event, so that planning it twice plans the same. */
export interface IncidentNews {
  /** What its message is called among those of the incident; its id follows from that. */
  name: string;
  /** Whether anybody is told; while a service flaps most outages are left to the summary. */
  isTold: boolean;
  /** Whether it says that the service flaps from now on. */
  flappingBegins: boolean;
  /** The last sign of life before the outage; null: it is of none. */
  silentSinceMs: number | null;
  /** Up to the moment of the event; absent: a version that did not say wrote it. */
  silence?: Silence;
  /** The hour that is summed up, if it is one. */
  hour: FlappingHour | null;
  /** The message before it to channels that get all of them, and to those that are not told of recoveries; null: it is the first. */
  after: { all: string | null; rest: string | null };
}

/** The event of an incident that became what it is `after`; null before: it is new. */
export function incidentChanged(
  before: Incident | null,
  after: Incident,
  kind: IncidentEventKind,
  { atMs, gaps, hour = null }: { atMs: number; gaps: readonly BlindGap[]; hour?: FlappingHour | null },
): IncidentChanged {
  const { incidentId, serviceId, relapses } = after;
  const news: IncidentNews = {
    name: nameOf(kind, after),
    isTold: kind === 'relapsed' || kind === 'recovering' ? after.told.outage : true,
    flappingBegins: kind !== 'summed-up' && before?.flapping == null && after.flapping !== null,
    silentSinceMs: after.silentSinceMs ?? before?.silentSinceMs ?? null,
    silence: silenceSoFar(after, kind === 'opened' ? after.detectedAtMs : atMs, gaps),
    hour,
    after: {
      all: before === null ? null : (before.told.recovery ?? before.told.last),
      rest: before === null ? null : before.told.last,
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
    ...{ name, isTold: true, flappingBegins: false, silentSinceMs: null, hour: null },
    after: { all: first, rest: first },
  };
}

function nameOf(kind: IncidentEventKind, { told, relapses }: Incident): string {
  if (kind === 'recovering') return `recovering ${relapses}`;
  if (kind === 'relapsed' && !told.outage) return downName(relapses);
  return kind === 'resolved' ? kind : told.last;
}

function downName(relapses: number): string {
  return relapses === 0 ? 'down' : `down ${relapses}`;
}
