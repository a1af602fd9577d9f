/** What a heartbeat's answer needs to know of its instance, and what hardly ever changes. */
export interface InstanceFacts {
  serviceId: string;
  intervalMs: number;
  readAtMs: number;
}

/** An instance never changes its service; a new interval is known after this. */
const keptMs = 10 * 60 * 1000;
const mostKept = 200_000;

/** Spares Redis the look-up of an instance at each of its heartbeats. */
export class InstanceFactsCache {
  readonly #facts = new Map<string, InstanceFacts>();

  find(instanceId: string): InstanceFacts | null {
    const facts = this.#facts.get(instanceId);
    return facts !== undefined && performance.now() - facts.readAtMs < keptMs ? facts : null;
  }

  keep(instanceId: string, serviceId: string, intervalMs: number): InstanceFacts {
    if (this.#facts.size >= mostKept) this.#facts.clear();
    const facts = { serviceId, intervalMs, readAtMs: performance.now() };
    this.#facts.set(instanceId, facts);
    return facts;
  }

  forget(instanceId: string): void {
    this.#facts.delete(instanceId);
  }
}
