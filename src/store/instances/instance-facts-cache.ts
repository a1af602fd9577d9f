import type { ReportedHealth } from '../../domain/health.ts';

/** What a heartbeat's answer needs to know of its instance, and what hardly ever changes. */
export interface InstanceFacts {
  serviceId: string;
  expectedIntervalMs: number;
  /** What it says of itself; null: nothing so far. */
  health: ReportedHealth | null;
  /** How many unhealthy heartbeats in a row make a difference; null: none do. */
  unhealthyBeats: number | null;
  readAtMs: number;
}

/** Nodes of the version before change an instance without a word; what they changed is known after this. */
const keptMs = 10 * 60 * 1000;

/** Spares Redis the look-up of an instance at each of its heartbeats, in one partition. */
export class InstanceFactsCache {
  /** In the order in which they were read. */
  readonly #facts = new Map<string, InstanceFacts>();
  readonly #mostKept: number;
  /** The newest change that this node knows of; null: it has not looked yet. */
  knownChange: string | null = null;

  constructor(mostKept: number) {
    this.#mostKept = mostKept;
  }

  find(instanceId: string): InstanceFacts | null {
    const facts = this.#facts.get(instanceId);
    return facts !== undefined && performance.now() - facts.readAtMs < keptMs ? facts : null;
  }

  /** A full cache takes no more: instances come in turn, and to throw others out would keep none until its turn. */
  keep(instanceId: string, known: Omit<InstanceFacts, 'readAtMs'>): InstanceFacts {
    const facts = { ...known, readAtMs: performance.now() };
    this.#facts.delete(instanceId);
    if (this.#facts.size >= this.#mostKept) this.#forgetOld();
    if (this.#facts.size < this.#mostKept) this.#facts.set(instanceId, facts);
    return facts;
  }

  #forgetOld(): void {
    const latestMs = performance.now() - keptMs;
    for (const [instanceId, { readAtMs }] of this.#facts) {
      if (readAtMs >= latestMs) break;
      this.#facts.delete(instanceId);
    }
  }

  forget(instanceId: string): void {
    this.#facts.delete(instanceId);
  }

  forgetAll(): void {
    this.#facts.clear();
  }
}
