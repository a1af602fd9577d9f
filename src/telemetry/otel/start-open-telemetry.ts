import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import type { Log } from '../../actors/ports/observability.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Metrics } from '../metrics.ts';
import type { Tracing } from '../tracing.ts';
import { readResource } from './read-resource.ts';
import { reportWarnings } from './report-warnings.ts';
import { type MetricSettings, startMetrics } from './start-metrics.ts';
import { startTraces, type TraceSettings } from './start-traces.ts';

/** How long a stopping node tries to send what is left. */
const timeoutMs = 1_000;

/** What goes out over OTLP while a node runs. */
export interface OpenTelemetry {
  /** Null: no traces are wanted. */
  tracing: Tracing | null;
  /** Sends what is left, for a second at most. */
  close(): Promise<void>;
}

/** Begins to send traces and metrics; endpoints, headers, certificates and the like the exporters read themselves. */
export function startOpenTelemetry(
  settings: { traces: TraceSettings | null; metrics: MetricSettings | null },
  node: { version: string; instanceId: string; metrics: Pick<Metrics, 'values'> },
  log: Log,
): OpenTelemetry {
  reportWarnings(log);
  // What fails is told where batches are sent; here it would be told twice.
  setGlobalErrorHandler(() => undefined);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const resource = readResource(node);
  const traces = settings.traces && startTraces(settings.traces, resource, log);
  const metrics = settings.metrics && startMetrics(settings.metrics, node.metrics, resource, log);
  return {
    tracing: traces?.tracing ?? null,
    async close() {
      const sent = Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
      await withTimeout(sent, timeoutMs, () => undefined);
      context.disable();
    },
  };
}
