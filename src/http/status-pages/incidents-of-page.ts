import type { IncidentReading, Readings } from '../../actors/ports/reading.ts';
import type { Span } from '../../domain/history/spans.ts';
import { utcDay } from '../../domain/history/utc-day.ts';
import { type PublicOutage, publicOutages } from '../../domain/status-page/public-outages.ts';
import type { ShownIncidents } from '../../domain/status-page/status-page.ts';
import type { PublicIncident } from '../schemas/status-page.ts';
import { toTime, toTimeOrNull } from '../schemas/to-time.ts';
import type { FoundComponent } from './find-components.ts';

const recentMs = 14 * utcDay.ms;

/** One that ended lately may have begun long before. */
const beganWithinMs = 2 * recentMs;

const mostShown = 50;

/** Several may be one outage for the public. */
const mostRead = 200;
const mostCalls = 20;

/** The open and the recent incidents of a page, newest first. */
export function createIncidentsOfPage(parts: {
  readings: Pick<Readings, 'incidents' | 'incident'>;
  maintenance: (serviceId: string) => Promise<readonly Span[]>;
  publicId: (text: string) => string;
}): (
  components: readonly FoundComponent[],
  shown: ShownIncidents,
  nowMs: number,
) => Promise<PublicIncident[]> {
  const { readings, maintenance, publicId } = parts;

  async function read(components: readonly FoundComponent[], nowMs: number): Promise<IncidentReading[]> {
    const services = components.flatMap((component) => component.services ?? []);
    const serviceIds = new Set(services.map(({ serviceId }) => serviceId));
    const openIds = new Set(services.map(({ openIncidentId }) => openIncidentId).filter((id) => id !== null));
    const open = await Promise.all([...openIds].map((id) => readings.incident(id)));
    const recent: IncidentReading[] = [];
    let after: string | null = null;
    for (let call = 0; call < mostCalls && recent.length < mostRead; call++) {
      const page = await readings.incidents(
        { limit: mostRead, after },
        {
          ...{ serviceIds, fromMs: nowMs - beganWithinMs },
          includes: ({ resolvedAtMs }) => resolvedAtMs !== null && resolvedAtMs >= nowMs - recentMs,
        },
      );
      recent.push(...page.items);
      if (page.next === null) break;
      after = page.next;
    }
    return [...open.filter((incident) => incident !== null), ...recent];
  }

  return async function incidentsOfPage(components, shown, nowMs) {
    if (shown === 'none') return [];
    const all = await read(components, nowMs);
    const wanted = await Promise.all(
      all.map(async (incident) => {
        if (incident.timeline.some((entry) => 'action' in entry && entry.public === true)) return true;
        if (shown === 'noted') return false;
        return !liesIn(await maintenance(incident.serviceId), incident, nowMs);
      }),
    );
    const namesOf = ({ serviceId }: IncidentReading) =>
      components
        .filter(({ services }) => services?.some((service) => service.serviceId === serviceId))
        .map(({ name }) => name);
    const outages = publicOutages(
      all.filter((_, i) => wanted[i]),
      (incident) => JSON.stringify(namesOf(incident)),
    ).sort((a, b) => b.startedAtMs - a.startedAtMs);
    return outages.slice(0, mostShown).map((outage) => ({
      id: publicId(`incident ${outage.firstId}`),
      components: outage.incidents[0] === undefined ? [] : namesOf(outage.incidents[0]),
      state: outage.state,
      startedAt: toTime(outage.startedAtMs),
      resolvedAt: toTimeOrNull(outage.resolvedAtMs),
      updates: updatesOf(outage),
    }));
  };
}

/** An outage that was announced is none for the public. */
function liesIn(spans: readonly Span[], incident: IncidentReading, nowMs: number): boolean {
  const { detectedAtMs, recoveredAtMs } = incident;
  return spans.some(({ fromMs, toMs }) => fromMs <= detectedAtMs && (recoveredAtMs ?? nowMs) <= toMs);
}

function updatesOf(outage: PublicOutage<IncidentReading>): PublicIncident['updates'] {
  const { detectedAtMs, recoveredAtMs, resolvedAtMs, incidents } = outage;
  const entries = incidents.flatMap(({ timeline }) => timeline);
  const notes = entries.flatMap((entry) =>
    'action' in entry && entry.public === true
      ? [{ atMs: entry.atMs, kind: 'note' as const, text: entry.note }]
      : [],
  );
  const steps = [
    { atMs: detectedAtMs, kind: 'down' as const, text: null },
    ...(recoveredAtMs === null ? [] : [{ atMs: recoveredAtMs, kind: 'recovering' as const, text: null }]),
    ...(resolvedAtMs === null ? [] : [{ atMs: resolvedAtMs, kind: 'resolved' as const, text: null }]),
  ];
  return [...steps, ...notes]
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, ...update }) => ({ at: toTime(atMs), ...update }));
}
