import type { BlindGap } from '../../domain/clear-time.ts';
import type { RedisClient } from '../client/connect.ts';
import type { Partitions } from '../partition.ts';

/**
 * Reads on in the blind ledger of each partition. Who finds a gap may never know that it did: a Redis that comes to
 * itself after minutes runs the call first that was given up then. So what is told of blind time is read here.
 */
export class BlindLedger {
  readonly #client: RedisClient;
  readonly #partitions: Partitions;
  /** When the newest gap ended that was read, in each partition. */
  readonly #readUpToMs: number[];

  constructor(client: RedisClient, partitions: Partitions) {
    this.#client = client;
    this.#partitions = partitions;
    this.#readUpToMs = partitions.all.map(() => 0);
  }

  /** Passes over what stands there. */
  async goToEnd(): Promise<void> {
    await Promise.all(
      this.#partitions.all.map(async ({ blind }, partition) => {
        const [newest] = await this.#client.zrevrange(blind, 0, 0);
        if (newest !== undefined) this.#readUpToMs[partition] = toGap(newest).toMs;
      }),
    );
  }

  /** How much blind time was added to each partition since the last look, in milliseconds. */
  readOn(): Promise<number[]> {
    return Promise.all(
      this.#partitions.all.map(async ({ blind }, partition) => {
        const entries = await this.#client.zrangebyscore(
          blind,
          `(${this.#readUpToMs[partition] ?? 0}`,
          '+inf',
        );
        const gaps = entries.map(toGap);
        const last = gaps.at(-1);
        if (last !== undefined) this.#readUpToMs[partition] = last.toMs;
        return gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
      }),
    );
  }
}

/** An entry of the blind ledger, `from:to`. */
export function toGap(text: string): BlindGap {
  const [fromMs = 0, toMs = 0] = text.split(':').map(Number);
  return { fromMs, toMs };
}
