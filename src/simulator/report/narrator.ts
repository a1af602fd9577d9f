import { performance } from 'node:perf_hooks';
import type { SimulationOutput } from './simulation-output.ts';

const linePauseMs = 5000;

/** Tells on stderr what happens: lines that stay, and one line of progress that a terminal rewrites. */
export class Narrator {
  readonly #out: SimulationOutput;
  #progressShown = false;
  #toldAtMs = -Infinity;

  constructor(out: SimulationOutput) {
    this.#out = out;
  }

  say(line: string): void {
    this.#wipe();
    this.#out.stderr(`${clock(Date.now())}  ${line}\n`);
  }

  progress(line: string): void {
    const { columns } = this.#out;
    if (columns !== null) {
      this.#wipe();
      // A line that wraps cannot be rewritten.
      this.#out.stderr(`${clock(Date.now())}  ${line}`.slice(0, Math.max(20, columns - 1)));
      this.#progressShown = true;
    } else if (performance.now() - this.#toldAtMs >= linePauseMs) {
      this.#toldAtMs = performance.now();
      this.say(line);
    }
  }

  /** Leaves the terminal on a fresh line. */
  end(): void {
    this.#wipe();
  }

  #wipe(): void {
    if (this.#progressShown) this.#out.stderr('\r\u001b[2K');
    this.#progressShown = false;
  }
}

function clock(atMs: number): string {
  return new Date(atMs).toTimeString().slice(0, 8);
}
