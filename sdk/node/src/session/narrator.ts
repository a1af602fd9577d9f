import type { Logger } from '../log/logger.ts';

/** So many different warnings are told in the life of a process. */
const mostWarnings = 32;

/** Tells the host what changed, once per change; repetitions are for the debug level. */
export class Narrator {
  readonly #log: Logger;
  /** The trouble that was told, until it is over. */
  #told: 'failed' | 'refused' | null = null;
  #toldAtMs = 0;
  #isLateTold = false;
  readonly #warnings = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  registered(instanceId: string, isFirst: boolean): void {
    this.#log.info(`${isFirst ? 'registered' : 'registered again'} as instance ${instanceId}`);
  }

  arrived(): void {
    // As loud as the trouble was: whoever saw it begin sees it end.
    if (this.#told !== null) this.#log.warn(`heartbeats arrive again, after ${this.#troubleText}`);
    this.#told = null;
  }

  /** Each once: what the monitor passes over, it passes over in every heartbeat. */
  warned(warnings: readonly string[]): void {
    for (const warning of warnings) {
      if (this.#warnings.has(warning) || this.#warnings.size === mostWarnings) continue;
      this.#warnings.add(warning);
      this.#log.warn(`the monitor passed over a part of what it was sent: ${warning}`);
    }
  }

  failed(problem: string, failuresInARow: number): void {
    if (this.#told === null)
      this.#log.warn(`the monitor does not answer as it should: ${problem}; trying again`);
    else this.#log.debug(`failure ${failuresInARow} in a row: ${problem}`);
    this.#tell(this.#told ?? 'failed');
  }

  refused(problem: string, next: string): void {
    const text = `the monitor refused: ${problem}; ${next}`;
    if (this.#told === 'refused') this.#log.debug(text);
    else this.#log.error(text);
    this.#tell('refused');
  }

  /** Normal after a monitor lost its memory, or after a stop by an operator. */
  forgotten(): void {
    this.#log.info('the monitor does not know this instance; registering it again');
  }

  late(afterMs: number): void {
    if (this.#isLateTold) return;
    this.#isLateTold = true;
    this.#log.warn(`not registered after ${afterMs} ms; trying on in the pace of the heartbeats`);
  }

  #tell(trouble: 'failed' | 'refused'): void {
    if (this.#told === null) this.#toldAtMs = performance.now();
    this.#told = trouble;
  }

  get #troubleText(): string {
    const seconds = (performance.now() - this.#toldAtMs) / 1000;
    return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
  }
}
