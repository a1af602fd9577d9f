import { context, defaultTextMapSetter } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '../../actors/ports/observability.ts';
import type { Tracing } from '../tracing.ts';
import { createSampler } from './create-sampler.ts';
import { Spans } from './spans.ts';
import { traceBatches } from './trace-batches.ts';
import { traceChecks } from './trace-checks.ts';
import { traceDeliveries } from './trace-deliveries.ts';
import { TraceIds } from './trace-ids.ts';
import { traceRequest } from './trace-request.ts';
import { traceRollUps } from './trace-roll-ups.ts';
import { watchExports } from './watch-exports.ts';

/** How traces are taken and sent. */
export interface TraceSettings {
  target: { protocol: 'http/protobuf' | 'http/json' };
  sampling: Parameters<typeof createSampler>[0];
  delayMs: number;
  mostWaiting: number;
}

const propagator = new W3CTraceContextPropagator();

/** Spans wait in memory for the next batch, up to a bound; while the collector is away more are dropped. */
export function startTraces(
  settings: TraceSettings,
  resource: Resource,
  log: Log,
): { tracing: Tracing; shutdown(): Promise<void> } {
  const exporter = settings.target.protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  watchExports('spans', exporter, log);
  const ids = new TraceIds();
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: settings.delayMs,
    maxQueueSize: settings.mostWaiting,
    maxExportBatchSize: Math.min(512, settings.mostWaiting),
  });
  const provider = new TracerProvider({
    resource,
    sampler: createSampler(settings.sampling, Spans.isRoutine),
    idGenerator: ids,
    spanProcessors: [processor],
  });
  const spans = new Spans(provider.getTracer('service-monitor'), ids);
  return {
    tracing: {
      request: traceRequest(spans),
      checks: traceChecks(spans),
      batches: traceBatches(spans),
      rollUps: traceRollUps(spans),
      deliveries: traceDeliveries(spans),
      headers() {
        const headers: Record<string, string> = {};
        propagator.inject(context.active(), headers, defaultTextMapSetter);
        return headers;
      },
    },
    shutdown: () => provider.shutdown(),
  };
}
