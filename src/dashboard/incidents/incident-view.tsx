import { formatDuration } from '../../domain/duration.ts';
import { ActBar } from '../acts/act-bar.tsx';
import { incidentActs } from '../acts/incident-acts.ts';
import { may } from '../acts/may.ts';
import { ChartsFold } from '../charts/charts-fold.tsx';
import type { Incident } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import type { Detail } from '../page/page-types.ts';
import { Title } from '../page/title.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { MaintenanceNote } from '../services/maintenance-note.tsx';
import { formatRunning } from '../wording/format-running.ts';
import { localTime } from '../wording/local-time.ts';
import { ChartsOfStart } from './charts-of-start.tsx';
import { factsOf } from './facts-of-incident.tsx';
import { lookOf } from './look-of-incident.ts';
import { NotificationsTable } from './notifications-table.tsx';
import { type Outline, outlineIncident } from './outline-incident.ts';
import { TimelinePicture } from './timeline-picture.tsx';

/** For how long metrics are kept: of what is older nothing can be shown. */
const keptMs = 60 * 60 * 1000;

/** `#/incidents/<id>`, where messages lead: what, since when, how long, in this order and large. */
export function IncidentView({ incident, notifications }: Extract<Detail, { kind: 'incident' }>) {
  const { nowMs, services, caller } = usePage();
  const outline = outlineIncident(incident, nowMs.value);
  const { status, word } = lookOf(incident.state);
  const service = services.value?.items.find(({ serviceId }) => serviceId === incident.serviceId);
  return (
    <>
      <section class={`hero card edge-${status.toLowerCase()}`}>
        <p class="hero-state">
          <StatusChip status={status} word={word} />
          <span class="environment">
            <bdi>{incident.environment}</bdi>
          </span>
          {incident.state !== 'resolved' && <MaintenanceNote maintenance={service?.maintenance} />}
        </p>
        <Title>
          <bdi>{incident.serviceName}</bdi>
        </Title>
        <p class={`hero-length tone-${status.toLowerCase()}`}>
          <Length incident={incident} outline={outline} />
        </p>
        <FactList facts={factsOf(incident, outline, service)} />
        {may.operate(caller.value) && (
          <ActBar label="What to do about this incident" acts={incidentActs(incident, service)} />
        )}
        <p>
          <a class="button" href={`#/services/${incident.serviceId}`}>
            Show its instances
          </a>
        </p>
      </section>
      <section>
        <h2>Timeline</h2>
        <TimelinePicture incident={incident} outline={outline} />
      </section>
      {nowMs.value - outline.startedAtMs < keptMs && (
        <ChartsFold title="Charts of its start">
          <ChartsOfStart incident={incident} />
        </ChartsFold>
      )}
      <section>
        <h2>Notifications</h2>
        <NotificationsTable notifications={notifications} />
      </section>
    </>
  );
}

function Length({ incident, outline }: { incident: Incident; outline: Outline }) {
  const { state, outages, quietUntil } = incident;
  const often = outages > 1 ? `${outages} times in ` : 'for ';
  if (state === 'open') return <>{`Down ${often}${formatRunning(outline.outageMs)}`}</>;
  const length = formatDuration(outline.outageMs);
  if (state === 'resolved') return <>{`Was down ${often}${length}`}</>;
  if (state !== 'recovering') return <>{length}</>;
  if (quietUntil == null) return <>{`Back after ${length}, not on time yet`}</>;
  return (
    <>
      Back after {length}; resolves at <TimeOf at={quietUntil} say={localTime.clock} /> if it stays on time
    </>
  );
}
