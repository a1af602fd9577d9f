import { type HrTime, ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client';

/** The times of a reading: since when counters count, and when they were read. */
export interface ReadingTimes {
  startTime: HrTime;
  endTime: HrTime;
}

/** The metrics that Prometheus scrapes, under the same names, as OTLP has them. */
export function toOtlpMetrics(
  metrics: readonly MetricObjectWithValues<MetricValue<string>>[],
  times: ReadingTimes,
): MetricData[] {
  return metrics.flatMap((metric): MetricData[] => {
    const descriptor = { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE };
    const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
    const points = () =>
      metric.values.map(({ labels, value }) => ({ ...times, attributes: toAttributes(labels), value }));
    // In the declarations of prom-client the type is a number; in what it returns it is a word.
    switch (String(metric.type)) {
      case 'counter':
        return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
      case 'gauge':
        return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
      case 'histogram':
        return [
          {
            ...common,
            dataPointType: DataPointType.HISTOGRAM,
            dataPoints: toHistograms(metric.values, times),
          },
        ];
      default:
        return [];
    }
  });
}

/** Prometheus counts all up to a bound, OTLP what lies between two. */
function toHistograms(values: readonly MetricValueWithName<string>[], times: ReadingTimes) {
  const groups = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...groups.values()].map((group) => {
    const named = (ending: string) => group.filter(({ metricName = '' }) => metricName.endsWith(ending));
    const upTo = named('_bucket')
      .map(({ labels, value }) => ({ bound: toNumber(labels['le']), value }))
      .toSorted((one, other) => one.bound - other.bound);
    const { le: _, ...labels } = group[0]?.labels ?? {};
    return {
      ...times,
      attributes: toAttributes(labels),
      value: {
        buckets: {
          boundaries: upTo.map(({ bound }) => bound).filter(Number.isFinite),
          counts: upTo.map(({ value }, i) => value - (upTo[i - 1]?.value ?? 0)),
        },
        sum: named('_sum')[0]?.value ?? 0,
        count: named('_count')[0]?.value ?? 0,
      },
    };
  });
}

function toNumber(bound: string | number | undefined): number {
  return bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound);
}

function toAttributes(labels: Partial<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));
}
