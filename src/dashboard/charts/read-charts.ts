import type { History, InstanceMetrics } from '../monitor/wire-types.ts';
import type { Asking } from '../page/page-types.ts';

const hourMs = 60 * 60 * 1000;

/** What instances of a service measured, and the changes of its version, in the last hour. */
export interface ChartReading {
  metrics: InstanceMetrics[];
  deploys: History['deploys'];
}

export async function readCharts(
  client: Asking,
  { serviceId, instanceIds, nowMs }: { serviceId: string; instanceIds: readonly string[]; nowMs: number },
  signal: AbortSignal,
): Promise<ChartReading> {
  const from = new Date(nowMs - hourMs).toISOString();
  const [metrics, { deploys }] = await Promise.all([
    Promise.all(instanceIds.map((id) => client.one('metrics', `/api/instances/${id}/metrics`, signal))),
    client.one('history', `/api/services/${serviceId}/history?from=${from}&limit=1`, signal),
  ]);
  return { metrics, deploys };
}
