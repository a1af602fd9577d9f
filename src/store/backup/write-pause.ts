import type { RedisClient } from '../client/connect.ts';
import { primariesOf } from '../client/connect.ts';

/** Redis lets writes go again by itself after this: a backup that dies holds nobody up for long. */
const pausedMs = 10_000;
const renewAfterMs = 2_000;

/**
 * Holds back every write while a backup is read, so that all of it is of one moment. Heartbeats that come meanwhile
 * wait, or are refused and sent again; time in which nobody could be heard does not count as silence.
 */
export class WritePause {
  readonly #client: RedisClient;
  #renewedAtMs = 0;
  #beganAtMs = 0;

  constructor(client: RedisClient) {
    this.#client = client;
  }

  async begin(): Promise<void> {
    this.#beganAtMs = performance.now();
    await this.#pause();
  }

  /** To be called again and again. Throws an Error when writes may have gone through in between. */
  async renew(): Promise<void> {
    const sinceMs = performance.now() - this.#renewedAtMs;
    if (sinceMs >= pausedMs) {
      throw new Error('the backup is not of one moment: what reads it is too slow; write it to a file first');
    }
    if (sinceMs >= renewAfterMs) await this.#pause();
  }

  /** Resolves to how long writes were held back. */
  async end(): Promise<number> {
    await Promise.all(primariesOf(this.#client).map((node) => node.call('CLIENT', 'UNPAUSE')));
    return performance.now() - this.#beganAtMs;
  }

  async #pause(): Promise<void> {
    const askedAtMs = performance.now();
    const nodes = primariesOf(this.#client);
    await Promise.all(nodes.map((node) => node.call('CLIENT', 'PAUSE', String(pausedMs), 'WRITE')));
    this.#renewedAtMs = askedAtMs;
  }
}
