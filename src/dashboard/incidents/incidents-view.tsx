import type { Incident, Listing, Service } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { Title } from '../page/title.tsx';
import { RowName } from '../parts/row-name.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { IncidentList } from './incident-list.tsx';
import { openIncidents, type ServiceWithIncident } from './open-incidents.ts';

interface Props {
  services: Listing<Service>;
  incidents: Listing<Incident>;
}

/** `#/incidents`: those that are not over, then those that are, newest first. */
export function IncidentsView({ services, incidents }: Props) {
  const { actions } = usePage();
  const { listed, unlisted, count } = openIncidents(services.items, incidents.items);
  const past = incidents.items.filter(({ state }) => state === 'resolved');
  return (
    <>
      <Title look="above-rows">
        {count === 0 ? 'No open incident' : count === 1 ? '1 open incident' : `${count} open incidents`}
      </Title>
      {count > 0 && (
        <IncidentList label="Open incidents" incidents={listed}>
          {unlisted.map((service) => (
            <UnlistedRow key={service.incidentId} service={service} />
          ))}
        </IncidentList>
      )}
      <h2>Past incidents</h2>
      {past.length > 0 ? (
        <IncidentList label="Past incidents" incidents={past} />
      ) : (
        <p class="empty">None so far.</p>
      )}
      {incidents.isCut && (
        <button type="button" class="more" onClick={() => actions.olderIncidents()}>
          Show older incidents
        </button>
      )}
    </>
  );
}

/** An incident of which only its service was read. */
function UnlistedRow({ service }: { service: ServiceWithIncident }) {
  const { incidentId, serviceName, environment, status, since } = service;
  return (
    <li>
      <a class={`row incident edge-${status.toLowerCase()}`} href={`#/incidents/${incidentId}`}>
        <StatusChip status={status} />
        <RowName serviceName={serviceName} environment={environment} />
        <span class="fact since">
          <span class="what">since </span>
          <TimeOf at={since} />
        </span>
      </a>
    </li>
  );
}
