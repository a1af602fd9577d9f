/** How many streams may be open. */
export interface SubscriberLimits {
  /** On this node. */
  ofNode: number;
  /** With one key, on this node. */
  ofKey: number;
}

/** Counts open streams. */
export class SubscriberCounts {
  readonly #limits: SubscriberLimits;
  readonly #byKey = new Map<string, number>();
  #all = 0;

  constructor(limits: SubscriberLimits) {
    this.#limits = limits;
  }

  get all(): number {
    return this.#all;
  }

  /** Counts one more, if it may be. */
  add(keyId: string): 'counted' | 'node-full' | 'key-full' {
    const ofKey = this.#byKey.get(keyId) ?? 0;
    if (ofKey >= this.#limits.ofKey) return 'key-full';
    if (this.#all >= this.#limits.ofNode) return 'node-full';
    this.#byKey.set(keyId, ofKey + 1);
    this.#all++;
    return 'counted';
  }

  remove(keyId: string): void {
    const left = (this.#byKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, left);
    this.#all--;
  }
}
