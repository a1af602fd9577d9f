import { performance } from 'node:perf_hooks';
import { isMeant } from './is-meant.ts';

/** So long a stop is put down to an exception before it: a process that lives longer has survived it. */
const crashCountsMs = 10_000;

/** Watches how this process ends. */
export class ProcessEnd {
  #crashedAtMs: number | null = null;
  #wasSignalled = false;
  readonly #signals: readonly NodeJS.Signals[];
  readonly #onStop: () => Promise<unknown>;
  readonly #onCutOff: () => void;

  /**
   * @param signals To stop on. With none of them, the process that has nothing more to do is not watched either.
   * @param onStop Called for each reason to stop.
   * @param onCutOff Called when the process ends well, and so directly that nothing can be sent any more.
   */
  constructor(signals: readonly NodeJS.Signals[], onStop: () => Promise<unknown>, onCutOff: () => void) {
    this.#signals = signals;
    this.#onStop = onStop;
    this.#onCutOff = onCutOff;
    // Tells of the exception and changes nothing about what comes of it.
    process.on('uncaughtExceptionMonitor', this.#noteCrash);
    if (signals.length > 0) process.on('beforeExit', this.#onIdle).on('exit', this.#onExit);
    for (const signal of signals) process.on(signal, this.#onSignal);
  }

  /** Ends the watching. What was seen counts on. */
  close(): void {
    process.removeListener('uncaughtExceptionMonitor', this.#noteCrash);
    process.removeListener('beforeExit', this.#onIdle);
    process.removeListener('exit', this.#onExit);
    for (const signal of this.#signals) process.removeListener(signal, this.#onSignal);
  }

  /** Why this is no stop on purpose, as far as is known by now; null: it is one. */
  get fault(): string | null {
    const sinceMs = this.#crashedAtMs === null ? Infinity : performance.now() - this.#crashedAtMs;
    const hasCrashed = sinceMs < crashCountsMs && !this.#wasSignalled;
    const exitCode = process.exitCode === undefined ? null : Number(process.exitCode);
    if (isMeant({ exitCode, hasCrashed })) return null;
    return hasCrashed ? 'an exception was not handled' : `the process ends with exit code ${exitCode}`;
  }

  readonly #noteCrash = (): void => {
    this.#crashedAtMs = performance.now();
  };

  readonly #onIdle = (exitCode: number): void => {
    if (exitCode === 0) void this.#onStop();
  };

  /** `process.exit()` comes here at once, before any event loop could send a deregistration. */
  readonly #onExit = (exitCode: number): void => {
    if (exitCode === 0) this.#onCutOff();
  };

  /** Gives the signal, after the stop, the effect it would have had. */
  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.#wasSignalled = true;
    for (const one of this.#signals) process.removeListener(one, this.#onSignal);
    // Whoever else listens decides how the process ends.
    const isOurs = process.listenerCount(signal) === 0;
    void this.#onStop().then(() => {
      if (isOurs) process.kill(process.pid, signal);
    });
  };
}
