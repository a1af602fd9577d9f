import { MetricCharts } from '../charts/metric-charts.tsx';
import type { Detail } from '../page/page-types.ts';
import { Title } from '../page/title.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { InstanceLine } from './instance-card.tsx';
import { InstanceDetails } from './instance-details.tsx';
import { InstanceMetrics } from './instance-metrics.tsx';

/** `#/instances/<id>`: one instance, how it went in the last hour, and all that it said. */
export function InstanceView({ instance, service, incidents }: Extract<Detail, { kind: 'instance' }>) {
  const { instanceKey, serviceId, status } = instance;
  return (
    <>
      <section class={`hero card edge-${status.toLowerCase()}`}>
        <p class="hero-state">
          <StatusChip status={status} />
          <span class="environment">
            instance of <bdi>{service.serviceName}</bdi>, <bdi>{service.environment}</bdi>
          </span>
        </p>
        <Title>
          <bdi>{instanceKey}</bdi>
        </Title>
        <InstanceLine instance={instance} />
        <InstanceMetrics instance={instance} />
        <p>
          <a class="button" href={`#/services/${serviceId}`}>
            Show its service
          </a>
        </p>
      </section>
      <section>
        <h2>The last hour</h2>
        <MetricCharts serviceId={serviceId} instances={[instance]} incidents={incidents} />
      </section>
      <section>
        <h2>All details</h2>
        <div class="card">
          <InstanceDetails instance={instance} />
        </div>
      </section>
    </>
  );
}
