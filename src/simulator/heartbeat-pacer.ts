import { performance } from 'node:perf_hooks';
import type { MonitorClient } from './monitor-client.ts';
import type { Refusal } from './refusal.ts';
import { registerInstance } from './register-instance.ts';
import { RetryLine } from './retry-line.ts';
import type { SimulatedInstance } from './simulated-instance.ts';
import type { Traffic } from './traffic.ts';

interface PacerSettings {
  client: MonitorClient;
  instances: readonly SimulatedInstance[];
  intervalMs: number;
  traffic: Traffic;
  parallelHeartbeats: number;
  /** The key was refused: nothing that the pacer sends will be heard any more. */
  onKeyRefused: (refusal: Refusal) => void;
}

/**
 * One timer beats for the whole fleet. The instances stand in a ring, evenly spread over one interval; each tick
 * sends for those whose place has passed since the tick before, so ten thousand instances cost what ten do.
 */
export class HeartbeatPacer {
  readonly #settings: PacerSettings;
  readonly #retries: RetryLine;
  /** Instances whose heartbeat is due, oldest first, each once. */
  readonly #ready = new Set<SimulatedInstance>();
  #timer: NodeJS.Timeout | null = null;
  #startedAtMs = 0;
  #turn = 0;
  #inFlight = 0;
  #onDrained: (() => void) | null = null;

  constructor(settings: PacerSettings) {
    this.#settings = settings;
    this.#retries = new RetryLine(settings.intervalMs);
  }

  start(): void {
    const tickMs = Math.min(50, Math.max(5, this.#settings.intervalMs / 20));
    this.#startedAtMs = performance.now();
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Sends nothing new and waits for the answers that are still on their way. */
  async stop(): Promise<void> {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#ready.clear();
    if (this.#inFlight > 0) await new Promise<void>((resolve) => (this.#onDrained = resolve));
  }

  #tick(): void {
    const { instances, intervalMs, traffic } = this.#settings;
    const nowMs = performance.now();
    const due = Math.floor(((nowMs - this.#startedAtMs) / intervalMs) * instances.length);
    // After a stall of this process one heartbeat each is all that is owed.
    this.#turn = Math.max(this.#turn, due - instances.length);
    for (; this.#turn < due; this.#turn++) {
      const instance = instances[this.#turn % instances.length];
      if (!instance?.alive || instance.instanceId === null) continue;
      this.#retries.forget(instance);
      instance.failedAttempts = 0;
      if (instance.busy || this.#ready.has(instance)) traffic.skipped += 1;
      else this.#ready.add(instance);
    }
    for (const instance of this.#retries.due(nowMs)) this.#ready.add(instance);
    this.#sendReady();
  }

  #sendReady(): void {
    for (const instance of this.#ready) {
      if (this.#inFlight >= this.#settings.parallelHeartbeats) return;
      this.#ready.delete(instance);
      if (instance.alive && instance.instanceId !== null) void this.#send(instance, instance.instanceId);
    }
  }

  async #send(instance: SimulatedInstance, instanceId: string): Promise<void> {
    this.#inFlight += 1;
    instance.busy = true;
    const { client } = this.#settings;
    const reply = await client.heartbeat(instanceId, instance.vitals.next(Date.now()));
    if (reply.kind === 'answered') instance.acceptedAtMs = Date.now();
    else await this.#recover(instance, reply);
    instance.busy = false;
    this.#inFlight -= 1;
    if (this.#timer !== null) this.#sendReady();
    else if (this.#inFlight === 0) this.#onDrained?.();
  }

  async #recover(instance: SimulatedInstance, refusal: Refusal): Promise<void> {
    const { client, onKeyRefused } = this.#settings;
    if (this.#timer === null) return;
    instance.failedAttempts += 1;
    if (refusal.kind === 'key-refused') return onKeyRefused(refusal);
    if (refusal.kind === 'rejected') return;
    if (refusal.kind === 'unknown-instance') {
      const refusedAgain = await registerInstance(client, instance);
      // Known again, so it beats at once; but only once, or a monitor that forgets would be hammered.
      if (!refusedAgain && instance.failedAttempts === 1) {
        this.#ready.add(instance);
        return;
      }
    }
    this.#retries.add(instance, performance.now());
  }
}
