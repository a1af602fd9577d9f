import {
  type Attributes,
  type Context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api';
import type { TraceIds } from './trace-ids.ts';

const routine = createContextKey('there are so many of these that most are left out');

/** How a span begins. */
export interface SpanStart {
  name: string;
  kind: SpanKind;
  /** Whether there are so many of these that most are left out. */
  isRoutine?: boolean;
  /** The incident whose trace this belongs to, if it belongs to one. */
  incidentId?: string | null;
  /** The caller's trace. */
  parent?: Context;
}

/** Writes spans; most only when they are over, for only then is it known whether they are news. */
export class Spans {
  readonly #tracer: Tracer;
  readonly #ids: TraceIds;

  constructor(tracer: Tracer, ids: TraceIds) {
    this.#tracer = tracer;
    this.#ids = ids;
  }

  static isRoutine = (context: Context): boolean => context.getValue(routine) === true;

  begin({ name, kind, isRoutine, incidentId, parent }: SpanStart, startTime?: number): Span {
    const context = (parent ?? ROOT_CONTEXT).setValue(routine, isRoutine === true);
    const options = { kind, ...(startTime === undefined ? {} : { startTime }) };
    return this.#ids.during(incidentId ?? null, () => this.#tracer.startSpan(name, options, context));
  }

  /** What took `durationMs` and is just over; `fault` says what went wrong. */
  write(
    start: SpanStart,
    over: { durationMs: number; attributes: () => Attributes; fault?: string | null },
  ): void {
    const endMs = Date.now();
    const span = this.begin(start, endMs - over.durationMs);
    if (span.isRecording()) {
      span.setAttributes(over.attributes());
      if (over.fault != null) span.setStatus({ code: SpanStatusCode.ERROR, message: over.fault });
    }
    span.end(endMs);
  }
}
