import type { DueCheck } from '../actors/ports/wake-ups.ts';
import { partitionOf } from '../domain/ids.ts';

/** Checks of one partition that are woken together. */
export interface Bucket {
  partition: number;
  /** The end of the stretch of time in which they are due, by the monitor's clock; null: they are due already. */
  endMs: number | null;
}

/** How long a stretch is: so much later than it is due is a check woken at most. */
export const bucketMs = 50;

/** Of a bucket that ends sooner nobody knows whether its job still waits: it is armed again, which costs little. */
const trustedFromMs = 250;

/** What is due later is rare, such as the end of who was stopped, and is not worth remembering. */
const rememberedForMs = 10 * 60_000;

const prunedEveryMs = 10_000;

/** Remembers which buckets this process has armed, so that each is armed once and not for every check in it. */
export class ArmedBuckets {
  readonly #partitions: number;
  readonly #armed: Set<number>[];
  #prunedAtMs = 0;

  constructor(partitions: number) {
    this.#partitions = partitions;
    this.#armed = Array.from({ length: partitions }, () => new Set());
  }

  /** The buckets of these checks that are to be armed now; from then on they count as armed. */
  toArm(nowMs: number, due: readonly DueCheck[]): Bucket[] {
    this.#prune(nowMs);
    const found = new Map<string, Bucket>();
    for (const { instanceId, dueAtMs } of due) {
      const partition = partitionOf(instanceId, this.#partitions);
      const endMs = dueAtMs <= nowMs ? null : Math.ceil(dueAtMs / bucketMs) * bucketMs;
      if (endMs !== null && this.#isArmed(partition, endMs, nowMs)) continue;
      found.set(`${partition} ${endMs}`, { partition, endMs });
    }
    return [...found.values()];
  }

  /** It was not armed after all. */
  forget({ partition, endMs }: Bucket): void {
    if (endMs !== null) this.#armed[partition]?.delete(endMs);
  }

  #isArmed(partition: number, endMs: number, nowMs: number): boolean {
    const armed = this.#armed[partition];
    const aheadMs = endMs - nowMs;
    if (armed === undefined || aheadMs < trustedFromMs || aheadMs > rememberedForMs) return false;
    if (armed.has(endMs)) return true;
    armed.add(endMs);
    return false;
  }

  #prune(nowMs: number): void {
    if (Math.abs(nowMs - this.#prunedAtMs) < prunedEveryMs) return;
    this.#prunedAtMs = nowMs;
    for (const armed of this.#armed) for (const endMs of armed) if (endMs <= nowMs) armed.delete(endMs);
  }
}
