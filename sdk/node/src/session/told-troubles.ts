import type { Trouble } from '../api/answer.ts';

const oneInMs = 60_000;

/**
 * Which troubles of an outage are worth a line: each kind once, and at most one a minute, so that kinds that take turns
 * do not flood a log. What comes sooner is told when it comes again. `test/wire/trouble-vectors.json` holds it for
 * every SDK.
 */
export class ToldTroubles {
  readonly #told = new Set<Trouble>();
  #toldAtMs = 0;

  /** Asked once for each failure: what is news now is not the next time. */
  isNews(trouble: Trouble, nowMs: number): boolean {
    if (this.#told.has(trouble)) return false;
    if (this.#told.size > 0 && nowMs - this.#toldAtMs < oneInMs) return false;
    this.#told.add(trouble);
    this.#toldAtMs = nowMs;
    return true;
  }

  /** The outage is over; returns whether one was told. */
  end(): boolean {
    const wasTold = this.#told.size > 0;
    this.#told.clear();
    return wasTold;
  }
}
