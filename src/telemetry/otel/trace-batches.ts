import { SpanKind } from '@opentelemetry/api';
import type { Tracing } from '../tracing.ts';
import { faultOf } from './fault-of.ts';
import type { Spans } from './spans.ts';

/** A span for some of the batches of checks; a check that changed a status has one of its own. */
export function traceBatches(spans: Spans): Tracing['batches'] {
  return (checkInstances) => async (partition, late) => {
    const startedAtMs = performance.now();
    const write = (fault: string | null) =>
      spans.write(
        { name: 'check-instances', kind: SpanKind.CONSUMER, isRoutine: fault === null },
        {
          durationMs: performance.now() - startedAtMs,
          attributes: () => ({ 'monitor.partition': partition }),
          fault,
        },
      );
    try {
      const nowMs = await checkInstances(partition, late);
      write(null);
      return nowMs;
    } catch (error) {
      write(faultOf(error));
      throw error;
    }
  };
}
