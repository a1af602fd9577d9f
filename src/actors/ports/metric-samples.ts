import type { InstanceMetrics, MetricPoint } from '../../domain/instance-metrics.ts';

/** The metrics of the last hour of instances. */
export interface MetricSamples {
  /** The monitor's clock. */
  now(): Promise<number>;
  /** How many instances may send heartbeats. */
  instances(): Promise<number>;
  /** The last metadata of those that were heard after a moment, in portions. */
  heardAfter(atMs: number): AsyncIterable<{ instanceId: string; metadata: string }[]>;
  /** The points of one minute; done twice it writes the same. */
  write(minute: number, samples: readonly { instanceId: string; metrics: InstanceMetrics }[]): Promise<void>;
  /** Oldest first; no point is older than an hour. */
  points(instanceId: string): Promise<MetricPoint[]>;
}
