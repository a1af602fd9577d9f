import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { Log } from '../../actors/ports/observability.ts';

interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void;
}

/**
 * Says once that a collector takes nothing any more, and once that it does again; what failed meanwhile is counted.
 * Of an error only its message is told: the answer of a collector may repeat what it was sent.
 */
export function watchExports<Batch>(what: 'spans' | 'metrics', exporter: Exporter<Batch>, log: Log): void {
  const send = exporter.export.bind(exporter);
  let failed = 0;
  let sinceMs = 0;

  exporter.export = (batch, done) =>
    send(batch, (result) => {
      note(result);
      done(result);
    });

  function note({ code, error }: ExportResult): void {
    if (code === ExportResultCode.SUCCESS) {
      const lastedMs = Math.round(performance.now() - sinceMs);
      if (failed > 0) log.info({ failed, lastedMs }, `OpenTelemetry: ${what} are exported again`);
      failed = 0;
      return;
    }
    failed++;
    if (failed > 1) return;
    sinceMs = performance.now();
    const reason = formatError(error);
    log.warn({ reason }, `OpenTelemetry: ${what} could not be exported; the next line comes when they are`);
  }
}

/** A refusal is an error whose message is the word of the status, or nothing. */
function formatError(error: (Error & { code?: unknown }) | undefined): string {
  const message = error?.message || 'the collector refused it';
  return typeof error?.code === 'number' ? `${message} (${error.code})` : message;
}
