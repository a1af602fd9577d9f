import { setTimeout as wait } from 'node:timers/promises';
import { commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';

const heldMs = 30_000;
const renewEveryMs = 5_000;

/**
 * Lets one node at a time change what is stored for all. It lies in a field of the hash that holds the version, so
 * that a version can only be written by who holds it; a node that dies loses it after half a minute.
 */
export class SchemaLock {
  readonly #client: RedisClient;
  readonly #owner: string;
  #value = '';
  #renewal: Promise<boolean> = Promise.resolve(true);

  constructor(client: RedisClient, owner: string) {
    this.#client = client;
    this.#owner = owner;
  }

  /** False: another node has it. */
  async take(): Promise<boolean> {
    const now = await this.#now();
    const found = (await this.#client.hget(globalKeys.meta, 'lock')) ?? '';
    const endsAtMs = Number(found.split(' ')[1] ?? 0);
    if (found !== '' && endsAtMs > now && !found.startsWith(this.#owner)) return false;
    return this.#set(found, now);
  }

  /** Renews it until `stop`; one that was lost is noticed by the next write. */
  keep(): { stop(): Promise<void> } {
    const stopping = new AbortController();
    const loop = (async () => {
      for (;;) {
        await wait(renewEveryMs, undefined, { signal: stopping.signal });
        const now = await this.#now();
        this.#renewal = this.#set(this.#value, now);
        await this.#renewal;
      }
      // Stopped, or Redis was away: then the next write says whether it is still held.
    })().catch(() => undefined);
    return {
      async stop() {
        stopping.abort();
        await loop;
      },
    };
  }

  /** Writes a field beside it; false: it is not held any more, and nothing was written. */
  async write(field: string, value: number): Promise<boolean> {
    await this.#renewal.catch(() => false);
    const { kind } = await commit(
      this.#client,
      [{ command: ['HGET', globalKeys.meta, 'lock'], expected: this.#value }],
      [['HSET', globalKeys.meta, field, value]],
    );
    return kind === 'committed';
  }

  async release(): Promise<void> {
    await commit(
      this.#client,
      [{ command: ['HGET', globalKeys.meta, 'lock'], expected: this.#value }],
      [['HDEL', globalKeys.meta, 'lock']],
    );
  }

  async #set(expected: string, nowMs: number): Promise<boolean> {
    const value = `${this.#owner} ${nowMs + heldMs}`;
    const { kind } = await commit(
      this.#client,
      [{ command: ['HGET', globalKeys.meta, 'lock'], expected }],
      [['HSET', globalKeys.meta, 'lock', value]],
    );
    if (kind === 'committed') this.#value = value;
    return kind === 'committed';
  }

  async #now(): Promise<number> {
    const [seconds, micros] = await this.#client.time();
    return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
  }
}
