const minuteMs = 60_000;

/** So many callers are remembered; the one whose last call is the oldest is removed first, and then starts again. */
const mostCallers = 10_000;

/**
 * How often each caller may call: so many at once, which come back evenly at so many a minute. A fixed window would let
 * twice as many through around its end.
 */
export class RateLimiter {
  readonly #costMs: number;
  readonly #atOnceMs: number;
  /** When each caller has its full limit again; a caller that is not listed has it now. */
  readonly #restedAtMs = new Map<string, number>();

  /** `perMinute` 0: no limit. `atOnce`: a minute's worth unless it is said. */
  constructor(perMinute: number, atOnce = perMinute) {
    this.#costMs = perMinute === 0 ? 0 : minuteMs / perMinute;
    this.#atOnceMs = atOnce * this.#costMs;
  }

  /** Counts a call. 0: it may go ahead; else it may not, and how long to wait for the next. */
  take(caller: string, nowMs: number): number {
    if (this.#costMs === 0) return 0;
    const restedAtMs = Math.max(this.#restedAtMs.get(caller) ?? 0, nowMs) + this.#costMs;
    const waitMs = restedAtMs - nowMs - this.#atOnceMs;
    // A refused call does not count, so a caller that keeps calling gets its limit and is not blocked completely.
    if (waitMs > 0) return waitMs;
    this.#restedAtMs.delete(caller);
    this.#restedAtMs.set(caller, restedAtMs);
    if (this.#restedAtMs.size > mostCallers) this.#forgetOne();
    return 0;
  }

  #forgetOne(): void {
    for (const caller of this.#restedAtMs.keys()) {
      this.#restedAtMs.delete(caller);
      return;
    }
  }
}
