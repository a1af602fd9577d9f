import { formatDuration } from '../../domain/duration.ts';
import type { Incident, Service } from '../monitor/wire-types.ts';
import type { Fact } from '../parts/fact-list.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { formatMoment } from '../wording/format-moment.ts';
import { localTime } from '../wording/local-time.ts';
import type { Outline } from './outline-incident.ts';

/** What is known of an incident beside its length, in the order in which people ask for it. */
export function factsOf(incident: Incident, outline: Outline, service: Service | undefined): Fact[] {
  const { startedAt, detectedAt, recoveredAt, resolvedAt, outageGroup, outages, state } = incident;
  const facts: (Fact | false)[] = [
    { name: 'Since', value: <Start at={startedAt} /> },
    {
      name: 'Detected',
      value: (
        <>
          <Time at={detectedAt} since={startedAt} />, after {formatDuration(outline.detectedAfterMs)}
        </>
      ),
    },
    outageGroup != null && { name: 'Part of', value: <GroupLink {...outageGroup} /> },
    recoveredAt !== null && { name: 'Back', value: <Time at={recoveredAt} since={startedAt} /> },
    resolvedAt !== null && { name: 'Resolved', value: <Time at={resolvedAt} since={startedAt} /> },
    outages > 1 && { name: 'Outages', value: formatOutages(incident) },
    outages > 1 && { name: 'Silent', value: `${formatDuration(outline.downMs)} in all` },
    !(state === 'resolved' && incident.acknowledged === null) && {
      name: 'Acknowledged by',
      value: <Acknowledged {...incident} />,
    },
    service !== undefined && { name: 'Service now', value: <StatusChip status={service.status} /> },
  ];
  return facts.filter((fact) => fact !== false);
}

/** When it began, here and as the messages say it: a phone shows nothing on hover. */
export function Start({ at }: { at: string }) {
  const atMs = Date.parse(at);
  const isSame = formatMoment(atMs) === `${localTime.moment(atMs)} UTC`;
  return (
    <>
      <TimeOf at={at} say={localTime.moment} />
      {!isSame && <span class="hint utc">{formatMoment(atMs)}</span>}
    </>
  );
}

/** The day is said once, unless it changed. */
function Time({ at, since }: { at: string; since: string }) {
  const dayOf = (time: string) => localTime.moment(Date.parse(time)).slice(0, 10);
  return <TimeOf at={at} say={dayOf(at) === dayOf(since) ? localTime.clock : localTime.moment} />;
}

function GroupLink({ outageGroupId, cause }: NonNullable<Incident['outageGroup']>) {
  return (
    <a href={`#/groups/${outageGroupId}`}>
      <bdi>{cause}</bdi>
    </a>
  );
}

function formatOutages({ outages, flapping, state }: Incident): string {
  return flapping && state !== 'resolved' ? `${outages}, summarised once an hour` : String(outages);
}

function Acknowledged({ acknowledged }: Incident) {
  if (acknowledged === null) return <>nobody yet</>;
  const { by, at, note } = acknowledged;
  return (
    <>
      <bdi>{by}</bdi>, <TimeOf at={at} say={localTime.clock} />
      {note !== null && (
        <>
          : <bdi class="note">{note}</bdi>
        </>
      )}
    </>
  );
}
