import type { JudgedFacts } from './judged-facts.ts';

/** Nodes of the version before write an interval without a new revision; it is known after this. */
const keptMs = 10 * 60 * 1000;

/** Spares Redis the fields of an instance at each of its checks, in one partition: its revision says whether they are the same. */
export class JudgedFactsCache {
  /** In the order in which they were read. */
  readonly #kept = new Map<string, { facts: JudgedFacts; readAtMs: number }>();
  readonly #mostKept: number;
  /** Whether most of the instances of the latest lease were known. */
  isWarm = false;

  constructor(mostKept: number) {
    this.#mostKept = mostKept;
  }

  /** Null: unknown, or of another revision. */
  find(instanceId: string, revision: string): JudgedFacts | null {
    const found = this.#kept.get(instanceId);
    return found?.facts.revision === revision ? found.facts : null;
  }

  /** A full cache takes no more: instances come up in turn, and to throw others out would keep none until its turn. */
  keep(instanceId: string, facts: JudgedFacts): void {
    const isKnown = this.#kept.delete(instanceId);
    if (!isKnown && this.#kept.size >= this.#mostKept) return;
    this.#kept.set(instanceId, { facts, readAtMs: performance.now() });
  }

  forgetOld(): void {
    const latestMs = performance.now() - keptMs;
    for (const [instanceId, { readAtMs }] of this.#kept) {
      if (readAtMs >= latestMs) break;
      this.#kept.delete(instanceId);
    }
  }

  /** For when Redis may have lost writes: the same revision may then stand for something else. */
  forgetAll(): void {
    this.#kept.clear();
  }
}
