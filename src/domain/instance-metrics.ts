/** What of a heartbeat is drawn over time. */
export const metricNames = ['cpuPercent', 'memoryMb', 'requestsPerMinute', 'activeConnections'] as const;

export type MetricName = (typeof metricNames)[number];

/** Null: the heartbeat did not carry it. */
export type InstanceMetrics = Record<MetricName, number | null>;

/** An instance as it was in one minute. */
export interface MetricPoint {
  atMs: number;
  metrics: InstanceMetrics;
}

const keys: Record<MetricName, string> = {
  cpuPercent: 'cpu_percent',
  memoryMb: 'memory_mb',
  requestsPerMinute: 'requests_per_minute',
  activeConnections: 'active_connections',
};

export const pointEveryMs = 60_000;

/** An hour. */
export const mostPoints = 60;

/** The metrics in the metadata of a heartbeat; null: there are none. */
export function metricsIn(metadata: Readonly<Record<string, unknown>>): InstanceMetrics | null {
  const entries = metricNames.map((name) => [name, numberOf(metadata[keys[name]])] as const);
  if (entries.every(([, value]) => value === null)) return null;
  return Object.fromEntries(entries) as InstanceMetrics;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
