import type { PageSource } from './page-sources.ts';

interface Reader {
  source: PageSource;
  after: string | null;
  waiting: string[];
  isOver: boolean;
}

/** The positions of all partitions in one order, `direction` 1 ascending or -1 descending, read as they are needed. */
export class MergedPositions {
  readonly #direction: 1 | -1;
  readonly #readers: Reader[];
  #read = 0;

  constructor(sources: readonly PageSource[], direction: 1 | -1, after: string | null) {
    this.#direction = direction;
    this.#readers = sources.map((source) => ({ source, after, waiting: [], isOver: false }));
  }

  /** How many positions were read from Redis. */
  get read(): number {
    return this.#read;
  }

  /** The next `count`; fewer: there are no more. */
  async take(count: number): Promise<string[]> {
    const taken: string[] = [];
    while (taken.length < count) {
      await this.#fill(count);
      const reader = this.#next();
      if (reader === null) break;
      if (this.#readers.length === 1) taken.push(...reader.waiting.splice(0, count - taken.length));
      else taken.push(reader.waiting.shift() ?? '');
    }
    return taken;
  }

  async isOver(): Promise<boolean> {
    await this.#fill(1);
    return this.#next() === null;
  }

  /** What comes next cannot be said while any partition has nothing to compare. */
  async #fill(count: number): Promise<void> {
    const share = Math.ceil(count / this.#readers.length) + 1;
    const empty = this.#readers.filter((reader) => !reader.isOver && reader.waiting.length === 0);
    await Promise.all(
      empty.map(async (reader) => {
        const found = await reader.source.positions(reader.after, share);
        reader.waiting = found;
        reader.after = found.at(-1) ?? reader.after;
        reader.isOver = found.length < share;
        this.#read += found.length;
      }),
    );
  }

  #next(): Reader | null {
    let first: Reader | null = null;
    for (const reader of this.#readers) {
      const head = reader.waiting[0];
      if (head === undefined) continue;
      const best = first?.waiting[0];
      if (best === undefined || this.#direction * compareBytes(head, best) < 0) first = reader;
    }
    return first;
  }
}

/** As the bytes of UTF-8 compare; JavaScript's own order puts what is beyond the first 65,536 characters elsewhere. */
function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  return isSurrogate ? unit + 0x10000 : unit;
}
