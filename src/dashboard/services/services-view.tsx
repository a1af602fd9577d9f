import { useSignal } from '@preact/signals';
import type { Incident, Listing, Service } from '../monitor/wire-types.ts';
import { lateViews } from '../page/late-views.ts';
import { Title } from '../page/title.tsx';
import { StatusIcon } from '../parts/status-icon.tsx';
import { headline } from '../wording/headline.ts';
import { countByStatus } from '../wording/statuses.ts';
import { MaintenanceList } from './maintenance-list.tsx';
import { OpenLine, ReadLine } from './news-lines.tsx';
import { ServiceFilter } from './service-filter.tsx';
import { ServiceList } from './service-list.tsx';
import { StatusTiles } from './status-tiles.tsx';

interface Props {
  services: Listing<Service>;
  incidents: Listing<Incident>;
}

/** `#/`: how everything is, in one sentence, in six numbers and as a list. */
export function ServicesView({ services, incidents }: Props) {
  // Who came while there was no service sees the first one come, too; a fleet is a list at once.
  const isNewcomer = useSignal(services.items.length === 0);
  if (services.items.length === 0 || (isNewcomer.value && services.items.length === 1))
    return <lateViews.newcomer services={services.items} leave={() => (isNewcomer.value = false)} />;
  const counts = countByStatus(services.items);
  const { status, text } = headline(counts, !services.isCut);
  return (
    <>
      <Title look={`headline tone-${status.toLowerCase()}`}>
        <StatusIcon status={status} />
        {text}
      </Title>
      <p class="under">
        <OpenLine services={services.items} incidents={incidents.items} />
        <ReadLine />
      </p>
      <MaintenanceList services={services.items} />
      {services.isCut && (
        <p class="hint">
          Only the first {services.items.length} services by name are counted and listed here.{' '}
          <a href="#/incidents">Incidents</a> cover the others too.
        </p>
      )}
      <StatusTiles counts={counts} />
      <ServiceFilter services={services.items} />
      <ServiceList services={services.items} />
    </>
  );
}
