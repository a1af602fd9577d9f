import type { Service } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { RowName } from '../parts/row-name.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { HealthNote } from './health-note.tsx';
import { InstancesBar } from './instances-bar.tsx';
import { MaintenanceNote } from './maintenance-note.tsx';

/** One service in the list; the whole row is the link to its page, easy to hit with a thumb. */
export function ServiceRow({ service }: { service: Service }) {
  const { serviceId, serviceName, environment, status, since } = service;
  return (
    <li>
      <a class={`row edge-${status.toLowerCase()}`} href={`#/services/${serviceId}`}>
        <StatusChip status={status} />
        <RowName serviceName={serviceName} environment={environment}>
          {' '}
          <HealthNote health={service.health} /> <MaintenanceNote maintenance={service.maintenance} />
        </RowName>
        <span class="fact since">
          <span class="what">since </span>
          <TimeOf at={since} />
        </span>
        <span class="fact heard">
          <span class="what">heartbeat </span>
          <Heard service={service} />
        </span>
        <InstancesBar instances={service.instances} />
      </a>
    </li>
  );
}

/**
 * Heartbeats are told by no event, as there are so many. An instance that is Healthy or Recovered is on time, or it would be
 * neither; the time of the last heartbeat stands on the page of the service.
 */
function Heard({ service }: { service: Service }) {
  const { isLive } = usePage();
  const { instances, lastHeartbeatAt } = service;
  const isOnTime = instances.healthy + instances.recovered > 0;
  return isLive.value && isOnTime ? <>on time</> : <TimeOf at={lastHeartbeatAt} />;
}
