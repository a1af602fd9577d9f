import type { Logger } from '../log/logger.ts';

/** Tells the host what changed, once per change; repetitions are for the debug level. */
export class Narrator {
  readonly #log: Logger;
  /** The trouble that was told, until it is over. */
  #told: 'failed' | 'refused' | null = null;
  #isLateTold = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  registered(instanceId: string, isFirst: boolean): void {
    this.#log.info(`${isFirst ? 'registered' : 'registered again'} as instance ${instanceId}`);
  }

  arrived(): void {
    if (this.#told !== null) this.#log.info('heartbeats arrive again');
    this.#told = null;
  }

  failed(problem: string, failuresInARow: number): void {
    if (this.#told === null)
      this.#log.warn(`the monitor does not answer as it should: ${problem}; trying again`);
    else this.#log.debug(`failure ${failuresInARow} in a row: ${problem}`);
    this.#told ??= 'failed';
  }

  refused(problem: string, next: string): void {
    const text = `the monitor refused: ${problem}; ${next}`;
    if (this.#told === 'refused') this.#log.debug(text);
    else this.#log.error(text);
    this.#told = 'refused';
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
}
