import { formatDuration } from '../../domain/duration.ts';
import type { OutageGroup, Service } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { RowName } from '../parts/row-name.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { formatRunning } from '../wording/format-running.ts';
import { outlineIncident } from './outline-incident.ts';

type Member = OutageGroup['incidents'][number];

/** The incidents of a group, those that go on first. */
export function GroupIncidents({ incidents }: { incidents: readonly Member[] }) {
  const heard = incidents.filter(({ over, resolvedByHand }) => over && !resolvedByHand).length;
  const sorted = incidents.toSorted(
    (a, b) => Number(a.over) - Number(b.over) || a.serviceName.localeCompare(b.serviceName),
  );
  return (
    <section>
      <h2>
        {incidents.length === 1 ? '1 incident because of it' : `${incidents.length} incidents because of it`}
      </h2>
      {heard > 0 && (
        <p class="hint above-rows">
          {heard === incidents.length
            ? 'All of their services are heard again.'
            : `${heard} of ${incidents.length} services ${heard === 1 ? 'is' : 'are'} heard again.`}
        </p>
      )}
      <ul class="rows" aria-label="Incidents of the group">
        {sorted.map((incident) => (
          <MemberRow key={incident.incidentId} member={incident} />
        ))}
      </ul>
    </section>
  );
}

function MemberRow({ member }: { member: Member }) {
  const { incidentId, serviceName, environment, over, resolvedByHand, toldAlone } = member;
  const status = over && !resolvedByHand ? 'Recovered' : 'Down';
  const word = resolvedByHand ? 'Resolved by hand' : over ? 'Heard again' : 'Down';
  return (
    <li>
      <a class={`row incident edge-${status.toLowerCase()}`} href={`#/incidents/${incidentId}`}>
        <StatusChip status={status} word={word} />
        <RowName serviceName={serviceName} environment={environment} />
        <DownFor incidentId={incidentId} />
        {toldAlone && <span class="fact remarks">told by itself as well</span>}
      </a>
    </li>
  );
}

/** How long it was down, where its incident was read. */
function DownFor({ incidentId }: { incidentId: string }) {
  const { incidents, nowMs } = usePage();
  const incident = incidents.value?.items.find((each) => each.incidentId === incidentId);
  if (incident === undefined) return null;
  const { downMs } = outlineIncident(incident, nowMs.value);
  return (
    <span class="fact since">
      <span class="what">down for </span>
      {incident.state === 'open' ? formatRunning(downMs) : formatDuration(downMs)}
    </span>
  );
}

/** Services that went Down at the same time, and not only because of it: they have messages of their own. */
export function NotExplained({ services }: { services: OutageGroup['notExplained'] }) {
  const page = usePage();
  if (services.length === 0) return null;
  const known = page.services.value?.items ?? [];
  return (
    <section>
      <h2>Not explained by it</h2>
      <p class="hint above-rows">Down at the same time, and told by themselves.</p>
      <ul class="rows" aria-label="Services that are not explained by the group">
        {services.map(({ serviceName, environment }) => (
          <OtherRow
            key={`${environment} ${serviceName}`}
            serviceName={serviceName}
            environment={environment}
            service={known.find(
              (each) => each.serviceName === serviceName && each.environment === environment,
            )}
          />
        ))}
      </ul>
    </section>
  );
}

interface OtherProps {
  serviceName: string;
  environment: string;
  /** As it is now, where it was read. */
  service: Service | undefined;
}

function OtherRow({ serviceName, environment, service }: OtherProps) {
  const name = <RowName serviceName={serviceName} environment={environment} />;
  if (service === undefined) {
    return (
      <li class="row incident">
        <span />
        {name}
      </li>
    );
  }
  const { serviceId, openIncidentId, status } = service;
  return (
    <li>
      <a
        class={`row incident edge-${status.toLowerCase()}`}
        href={openIncidentId === null ? `#/services/${serviceId}` : `#/incidents/${openIncidentId}`}
      >
        <StatusChip status={status} />
        {name}
      </a>
    </li>
  );
}
