import { MetricCharts } from '../charts/metric-charts.tsx';
import type { Incident } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { useReading } from '../page/use-reading.ts';
import { sortInstances } from '../services/sort-instances.ts';

const afterMs = 15 * 60 * 1000;
const mostInstances = 200;

/** What the instances of a service measured around the start of its incident. */
export function ChartsOfStart({ incident }: { incident: Incident }) {
  const { nowMs } = usePage();
  const { serviceId, startedAt } = incident;
  const found = useReading(serviceId, (client, signal) =>
    client.list('instance', `/api/services/${serviceId}/instances`, mostInstances, signal),
  );
  if (found.kind === 'reading') return <p class="hint">Reading …</p>;
  if (found.kind === 'failed') return <p class="hint">Its instances cannot be read. {found.reason}</p>;
  return (
    <MetricCharts
      serviceId={serviceId}
      instances={sortInstances(found.value.items)}
      incidents={[incident]}
      untilMs={Math.min(nowMs.peek(), Date.parse(startedAt) + afterMs)}
    />
  );
}
