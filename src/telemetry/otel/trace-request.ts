import { defaultTextMapGetter, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Tracing } from '../tracing.ts';
import { namesOf } from './names-of.ts';
import type { Spans } from './spans.ts';

const propagator = new W3CTraceContextPropagator();

/** A span for each registration and for some heartbeats, as part of the caller's trace if it has one. */
export function traceRequest(spans: Spans): Tracing['request'] {
  return ({ method, route, scheme, status, durationMs, headers, about, isRoutine }) => {
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    spans.write(
      { name: `${method} ${route}`, kind: SpanKind.SERVER, isRoutine, parent },
      {
        durationMs,
        attributes: () => ({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'url.path': route,
          'url.scheme': scheme,
          ...(status < 500 ? {} : { 'error.type': String(status) }),
          ...namesOf(about),
        }),
        // A caller's mistake is no error of the server.
        fault: status < 500 ? null : '',
      },
    );
  };
}
