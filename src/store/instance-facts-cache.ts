/** What a heartbeat's answer needs to know of its instance, and what hardly ever changes. */
export interface InstanceFacts {
  serviceId: string;
  expectedIntervalMs: number;
  readAtMs: number;
}

/** Nodes of the version before change an instance without a word; what they changed is known after this. */
const keptMs = 10 * 60 * 1000;

/** Spares Redis the look-up of an instance at each of its heartbeats, in one partition. */
export class InstanceFactsCache {
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

  keep(instanceId: string, serviceId: string, expectedIntervalMs: number): InstanceFacts {
    if (this.#facts.size >= this.#mostKept) this.#facts.clear();
    const facts = { serviceId, expectedIntervalMs, readAtMs: performance.now() };
    this.#facts.set(instanceId, facts);
    return facts;
  }

  forget(instanceId: string): void {
    this.#facts.delete(instanceId);
  }

  forgetAll(): void {
    this.#facts.clear();
  }
}
