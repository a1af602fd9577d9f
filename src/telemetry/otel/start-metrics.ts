import { hrTime } from '@opentelemetry/core';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import {
  MeterProvider,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { Log } from '../../actors/ports/observability.ts';
import type { Metrics } from '../metrics.ts';
import { toOtlpMetrics } from './to-otlp-metrics.ts';
import { watchExports } from './watch-exports.ts';

/** How metrics are sent. */
export interface MetricSettings {
  target: { protocol: 'http/protobuf' | 'http/json' };
  everyMs: number;
}

/** Sends every so often what `/metrics` shows: there is one list of metrics. */
export function startMetrics(
  settings: MetricSettings,
  metrics: Pick<Metrics, 'values'>,
  resource: Resource,
  log: Log,
): { shutdown(): Promise<void> } {
  const exporter = settings.target.protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  watchExports('metrics', exporter, log);
  const startTime = hrTime(0);
  const producer: MetricProducer = {
    async collect() {
      const values = await metrics.values();
      const list = toOtlpMetrics(values, { startTime, endTime: hrTime() });
      const scopeMetrics = [{ scope: { name: 'service-monitor' }, metrics: list }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: settings.everyMs,
    exportTimeoutMillis: Math.min(30_000, settings.everyMs),
    metricProducers: [producer],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { shutdown: () => provider.shutdown() };
}
