/** What became of the watched thing with one look. */
export type Change = 'none' | 'became-well' | 'became-failing';

/** Whether the watched thing is well, after all the looks so far. */
export class Verdict {
  /** Null: it is not known yet. */
  isWell: boolean | null = null;
  readonly #mostFailures: number;
  #failures = 0;
  #lastWellAtMs: number | null = null;

  /** @param failures So many looks in a row must fail before it is taken as failing. */
  constructor(failures: number) {
    this.#mostFailures = failures;
  }

  after(isWell: boolean, nowMs: number): Change {
    const before = this.isWell;
    if (isWell) {
      this.#failures = 0;
      this.#lastWellAtMs = nowMs;
      this.isWell = true;
      return before === true ? 'none' : 'became-well';
    }
    this.#failures += 1;
    if (this.#failures < this.#mostFailures || before === false) return 'none';
    this.isWell = false;
    return 'became-failing';
  }

  /** How long ago it was well; 0 while it is; null: it never was. */
  notWellForMs(nowMs: number): number | null {
    if (this.#lastWellAtMs === null) return null;
    return this.isWell === true ? 0 : nowMs - this.#lastWellAtMs;
  }
}
