import type { MetricPoint } from '../monitor/wire-types.ts';

/** What of an instance is kept for an hour. */
export type MetricName = Exclude<keyof MetricPoint, 'at'>;

export interface MetricKind {
  metric: MetricName;
  name: string;
  unit: string;
}

/** In the order in which people look at them. */
export const metricKinds: readonly MetricKind[] = [
  { metric: 'cpuPercent', name: 'CPU', unit: ' %' },
  { metric: 'memoryMb', name: 'Memory', unit: ' MB' },
  { metric: 'requestsPerMinute', name: 'Requests', unit: ' per min' },
  { metric: 'activeConnections', name: 'Connections', unit: '' },
];

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Such as `12.5 %`. */
export function formatMetric(value: number, { unit }: Pick<MetricKind, 'unit'>): string {
  return `${number.format(value)}${unit}`;
}
