import type { Trouble } from '../api/answer.ts';

const oneInMs = 60_000;

/**
 * Which failures of an outage are logged: each kind once, and at most one a minute, so that kinds that take turns
 * do not flood a log. What comes sooner is logged when it comes again. `test/wire/trouble-vectors.json` holds it for
 * every SDK.
 */
export class LoggedTroubles {
  readonly #logged = new Set<Trouble>();
  #loggedAtMs = 0;

  /** Asked once for each failure: what is news now is not the next time. */
  isNews(trouble: Trouble, nowMs: number): boolean {
    if (this.#logged.has(trouble)) return false;
    if (this.#logged.size > 0 && nowMs - this.#loggedAtMs < oneInMs) return false;
    this.#logged.add(trouble);
    this.#loggedAtMs = nowMs;
    return true;
  }

  /** The outage is over; returns whether one was logged. */
  end(): boolean {
    const wasLogged = this.#logged.size > 0;
    this.#logged.clear();
    return wasLogged;
  }
}
