import type { Log } from '../actors/ports/observability.ts';

/** What was started, to be closed in reverse: what came last leans on what came first. */
export class Closers {
  readonly #steps: { name: string; close: () => unknown }[] = [];
  readonly #log: Log;
  #isClosing = false;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, close: () => unknown): void {
    this.#steps.push({ name, close });
  }

  /** A connection that is cut off while it is closed has no fault. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Closes everything; what fails to close is logged and does not keep the rest open. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { name, close } of this.#steps.splice(0).toReversed()) {
      try {
        await close();
      } catch (error) {
        this.#log.warn({ error, part: name }, 'could not close a component cleanly');
      }
    }
  }
}
