import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

const random = new RandomIdGenerator();

/**
 * Ids of traces. All spans of one incident are one trace, whichever node writes them and however much later, because
 * the trace has the incident's id: nothing has to be stored or handed on for it.
 */
export class TraceIds implements IdGenerator {
  #next: string | null = null;

  /** The trace that `start` begins has this id, without its hyphens. */
  during<T>(uuid: string | null, start: () => T): T {
    this.#next = uuid?.replaceAll('-', '') ?? null;
    try {
      return start();
    } finally {
      this.#next = null;
    }
  }

  generateTraceId(): string {
    return this.#next ?? random.generateTraceId();
  }

  generateSpanId(): string {
    return random.generateSpanId();
  }
}
