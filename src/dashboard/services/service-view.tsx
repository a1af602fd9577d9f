import { ActBar } from '../acts/act-bar.tsx';
import { may } from '../acts/may.ts';
import { serviceActs } from '../acts/service-acts.ts';
import { ChartsFold } from '../charts/charts-fold.tsx';
import { MetricCharts } from '../charts/metric-charts.tsx';
import { IncidentList } from '../incidents/incident-list.tsx';
import { KeepFocus } from '../page/keep-focus.tsx';
import { usePage } from '../page/page-context.ts';
import type { Detail } from '../page/page-types.ts';
import { Title } from '../page/title.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { BadgeFold } from './badge-fold.tsx';
import { HealthNote } from './health-note.tsx';
import { InstanceCard } from './instance-card.tsx';
import { InstancesBar } from './instances-bar.tsx';
import { LabelList } from './label-list.tsx';
import { MaintenanceNote } from './maintenance-note.tsx';
import { sortInstances } from './sort-instances.ts';
import { UptimeSection } from './uptime-section.tsx';

type Props = Extract<Detail, { kind: 'service' }>;

/** `#/services/<id>`: one service, its instances with what they sent last, its last incidents. */
export function ServiceView({ service, instances, incidents, uptime }: Props) {
  const { rows } = usePage();
  const sorted = sortInstances(instances.items);
  return (
    <>
      <Hero service={service} />
      <section>
        <h2>{instances.isCut ? `The first ${sorted.length} instances` : 'Instances'}</h2>
        <KeepFocus>
          <ul class="cards">
            {sorted.slice(0, rows.value).map((instance) => (
              <InstanceCard key={instance.instanceId} instance={instance} />
            ))}
          </ul>
        </KeepFocus>
        <MoreButton total={sorted.length} />
        <ChartsFold title="Charts of the last hour">
          <MetricCharts serviceId={service.serviceId} instances={sorted} incidents={incidents} />
        </ChartsFold>
      </section>
      {uptime != null && <UptimeSection uptime={uptime} />}
      <section>
        <h2>Incidents</h2>
        {incidents.length === 0 ? (
          <p class="empty">None so far.</p>
        ) : (
          <IncidentList label="Incidents" incidents={incidents} />
        )}
      </section>
    </>
  );
}

function Hero({ service }: Pick<Props, 'service'>) {
  const { caller } = usePage();
  const { serviceName, environment, status, since, lastHeartbeatAt, openIncidentId, labels } = service;
  return (
    <section class={`hero card edge-${status.toLowerCase()}`}>
      <p class="hero-state">
        <StatusChip status={status} />
        <span class="environment">
          <bdi>{environment}</bdi>
        </span>
        <HealthNote health={service.health} />
        <MaintenanceNote maintenance={service.maintenance} />
      </p>
      <Title>
        <bdi>{serviceName}</bdi>
      </Title>
      <FactList
        facts={[
          { name: 'Since', value: <TimeOf at={since} /> },
          { name: 'Last heartbeat', value: <TimeOf at={lastHeartbeatAt} /> },
          { name: 'Instances', value: <InstancesBar instances={service.instances} /> },
          ...(Object.keys(labels).length === 0
            ? []
            : [{ name: 'Labels', value: <LabelList labels={labels} /> }]),
        ]}
      />
      {may.operate(caller.value) && (
        <ActBar label="What to do about this service" acts={serviceActs(service)} />
      )}
      <BadgeFold service={service} />
      {openIncidentId !== null && (
        <p>
          <a class="button" href={`#/incidents/${openIncidentId}`}>
            Open incident
          </a>
        </p>
      )}
    </section>
  );
}
