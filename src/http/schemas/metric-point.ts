import { z } from 'zod';
import type { MetricPoint } from '../../domain/instance-metrics.ts';
import { toTime } from './to-time.ts';

const metric = z.number().nullable();

/** What an instance reported in one minute; null: it did not report that. */
export const metricPoint = z
  .object({
    at: z.string(),
    cpuPercent: metric,
    memoryMb: metric,
    requestsPerMinute: metric,
    activeConnections: metric,
  })
  .meta({ id: 'MetricPoint' });

export function toMetricPoint({ atMs, metrics }: MetricPoint): z.infer<typeof metricPoint> {
  return { at: toTime(atMs), ...metrics };
}
