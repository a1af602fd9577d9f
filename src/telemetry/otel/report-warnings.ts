import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { Log } from '../../actors/ports/observability.ts';

const told = /^(Failed to read|Received Partial Success|Configuration: OTEL_\w+ is invalid)/;

/**
 * Hands on what the libraries of OpenTelemetry say of their settings and of a collector that refuses parts. Only known
 * sentences pass: others repeat the value of a header, which is a secret. Failed exports are told elsewhere.
 */
export function reportWarnings(log: Log): void {
  const ignore = () => undefined;
  function warn(text: string, ...more: unknown[]): void {
    const header = /^Header "([\w-]+)" has invalid value/.exec(text)?.[1];
    if (header !== undefined) log.warn({ header }, 'OpenTelemetry: a header has a value that cannot be sent');
    if (told.test(text)) log.warn({ detail: [text, ...more].join(' ') }, 'OpenTelemetry: warning');
  }
  const logger = { warn, error: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
