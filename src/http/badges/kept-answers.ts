/** Keeps answers for a time, so that however often one is asked for, it is made once; of too many the oldest goes. */
export class KeptAnswers<T> {
  readonly #kept = new Map<string, { answer: Promise<T | null>; untilMs: number }>();
  readonly #keepMs: number;
  readonly #most: number;
  readonly #now: () => number;

  constructor(keepMs: number, most: number, now: () => number) {
    this.#keepMs = keepMs;
    this.#most = most;
    this.#now = now;
  }

  /** Who asks while it is made waits for the same. Neither null nor a failure is kept. */
  async get(name: string, make: () => Promise<T | null>): Promise<T | null> {
    const known = this.#kept.get(name);
    if (known !== undefined && this.#now() < known.untilMs) return known.answer;
    const kept = { answer: make(), untilMs: this.#now() + this.#keepMs };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    const isKept = await kept.answer.then(
      (answer) => answer !== null,
      () => false,
    );
    if (!isKept && this.#kept.get(name) === kept) this.#kept.delete(name);
    return kept.answer;
  }
}
