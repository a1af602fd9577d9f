import type { Config } from '../config/config.ts';
import { type HealthReport, readHealth, unhealthy } from './read-health.ts';

/** Asks the application how it is, beside the heartbeats and never in their way: they carry the latest answer. */
export class HealthCheck {
  /** Null: there was none yet. */
  latest: HealthReport | null = null;
  readonly #callback: Config['health'];
  readonly #timeoutMs: number;
  #isUnderWay = false;
  #next: NodeJS.Timeout | undefined;

  constructor({ health, timeouts }: Config) {
    this.#callback = health;
    this.#timeoutMs = timeouts.healthMs;
  }

  /** Asks so early that the answer is there, and still fresh, when the heartbeat after this wait is made. */
  prepare(waitMs: number): void {
    if (this.#callback === null) return;
    clearTimeout(this.#next);
    this.#next = setTimeout(() => void this.#ask(), Math.max(0, waitMs - this.#timeoutMs)).unref();
  }

  close(): void {
    clearTimeout(this.#next);
  }

  async #ask(): Promise<void> {
    // One that hangs is not asked again: it would hang more and more often.
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    const late = setTimeout(() => {
      this.latest = unhealthy(`the health check did not answer within ${this.#timeoutMs} ms`);
    }, this.#timeoutMs).unref();
    try {
      this.latest = readHealth(await this.#callback?.());
    } catch (error) {
      this.latest = unhealthy(error instanceof Error ? error.message || error.name : String(error));
    } finally {
      clearTimeout(late);
      this.#isUnderWay = false;
    }
  }
}
