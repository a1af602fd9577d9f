import type { SimulatedInstance } from './simulated-instance.ts';

/** The waits before a failed heartbeat is tried again, as shares of the interval: all of them end within it. */
const waits = [0.1, 0.2, 0.4];

/**
 * Heartbeats that failed and wait for their next attempt. All that failed equally often wait equally long, so each
 * line is in order of time by itself and no timer is needed.
 */
export class RetryLine {
  readonly #lines: { waitMs: number; dueAtMs: Map<SimulatedInstance, number> }[];

  constructor(intervalMs: number) {
    this.#lines = waits.map((share) => ({ waitMs: share * intervalMs, dueAtMs: new Map() }));
  }

  /** Puts the instance into the line of its failed attempts; past the last line it waits for its next turn. */
  add(instance: SimulatedInstance, nowMs: number): void {
    const line = this.#lines[instance.failedAttempts - 1];
    line?.dueAtMs.set(instance, nowMs + line.waitMs);
  }

  forget(instance: SimulatedInstance): void {
    for (const line of this.#lines) line.dueAtMs.delete(instance);
  }

  /** Takes out what is due. */
  *due(nowMs: number): Generator<SimulatedInstance> {
    for (const { dueAtMs } of this.#lines) {
      for (const [instance, atMs] of dueAtMs) {
        if (atMs > nowMs) break;
        dueAtMs.delete(instance);
        yield instance;
      }
    }
  }
}
