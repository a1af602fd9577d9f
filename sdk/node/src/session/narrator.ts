import type { Trouble } from '../api/answer.ts';
import { formatDuration } from '../log/format-duration.ts';
import type { Logger } from '../log/logger.ts';
import { LoggedTroubles } from './logged-troubles.ts';

/** So many different warnings are told in the life of a process. */
const mostWarnings = 32;

/** Tells the host what changed, once per change; repetitions are for the debug level. */
export class Narrator {
  readonly #log: Logger;
  readonly #nowMs: () => number;
  readonly #troubles = new LoggedTroubles();
  #troubleSinceMs: number | null = null;
  #isLateTold = false;
  readonly #warnings = new Set<string>();

  constructor(log: Logger, nowMs: () => number = () => performance.now()) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  registered(instanceId: string, isFirst: boolean): void {
    this.#log.info(`${isFirst ? 'registered' : 'registered again'} as instance ${instanceId}`);
  }

  arrived(): void {
    // As loud as the trouble was: whoever saw it begin sees it end.
    if (this.#troubles.end()) this.#log.warn(`heartbeats arrive again, after ${this.#troubleText}`);
    this.#troubleSinceMs = null;
  }

  /** Each once: what the monitor passes over, it passes over in every heartbeat. */
  warned(warnings: readonly string[]): void {
    for (const warning of warnings) {
      if (this.#warnings.has(warning) || this.#warnings.size === mostWarnings) continue;
      this.#warnings.add(warning);
      this.#log.warn(`the monitor ignored a part of the request: ${warning}`);
    }
  }

  failed(problem: string, trouble: Trouble, failuresInARow: number): void {
    if (this.#isNews(trouble))
      this.#log.warn(`the monitor does not answer as it should: ${problem}; trying again`);
    else this.#log.debug(`failure ${failuresInARow} in a row: ${problem}`);
  }

  refused(problem: string, trouble: Trouble, next: string): void {
    this.#log[this.#isNews(trouble) ? 'error' : 'debug'](`the monitor refused: ${problem}; ${next}`);
  }

  /** Normal after a monitor lost its memory, or after a stop by an operator. */
  forgotten(): void {
    this.#log.info('the monitor does not know this instance; registering it again');
  }

  late(afterMs: number): void {
    if (this.#isLateTold) return;
    this.#isLateTold = true;
    this.#log.warn(`not registered after ${formatDuration(afterMs)}; retrying at the heartbeat interval`);
  }

  #isNews(trouble: Trouble): boolean {
    this.#troubleSinceMs ??= this.#nowMs();
    return this.#troubles.isNews(trouble, this.#nowMs());
  }

  get #troubleText(): string {
    return formatDuration(this.#nowMs() - (this.#troubleSinceMs ?? 0));
  }
}
