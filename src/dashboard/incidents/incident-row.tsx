import { formatDuration } from '../../domain/duration.ts';
import type { Incident } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { RowName } from '../parts/row-name.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { formatAgo } from '../wording/format-moment.ts';
import { formatRunning } from '../wording/format-running.ts';
import { localTime } from '../wording/local-time.ts';
import { lookOf } from './look-of-incident.ts';
import { outlineIncident } from './outline-incident.ts';

/** One incident in a list; the whole row is the link to its page. */
export function IncidentRow({ incident }: { incident: Incident }) {
  const { incidentId, serviceName, environment, startedAt, state } = incident;
  const { status, word } = lookOf(state);
  return (
    <li>
      <a class={`row incident edge-${status.toLowerCase()}`} href={`#/incidents/${incidentId}`}>
        <StatusChip status={status} word={word} />
        <RowName serviceName={serviceName} environment={environment} />
        <span class="fact since">
          <span class="what">began </span>
          <TimeOf at={startedAt} say={state === 'resolved' ? localTime.moment : formatAgo} />
        </span>
        <span class="fact heard">
          <span class="what">down for </span>
          <Length incident={incident} />
        </span>
        <Remarks {...incident} />
      </a>
    </li>
  );
}

function Length({ incident }: { incident: Incident }) {
  const { nowMs } = usePage();
  const { downMs } = outlineIncident(incident, nowMs.value);
  return <>{incident.state === 'open' ? formatRunning(downMs) : formatDuration(downMs)}</>;
}

function Remarks({ outages, flapping, acknowledged }: Incident) {
  const course = [outages > 1 && `${outages} outages`, flapping && 'flapping'].filter(Boolean).join(', ');
  if (course === '' && acknowledged === null) return null;
  return (
    <span class="fact remarks">
      {course}
      {course !== '' && acknowledged !== null && ', '}
      {acknowledged !== null && (
        <>
          acknowledged by <bdi>{acknowledged.by}</bdi>
        </>
      )}
    </span>
  );
}
