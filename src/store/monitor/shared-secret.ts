import { randomBytes } from 'node:crypto';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';

/** A secret of all nodes: made by the first, the same on all, kept over restarts. */
export class SharedSecret {
  readonly #field: 'cursorSecret' | 'linkSecret';
  #value = randomBytes(32);

  constructor(field: 'cursorSecret' | 'linkSecret') {
    this.#field = field;
  }

  get value(): Buffer {
    return this.#value;
  }

  /** Takes the one that is stored, or stores its own, also in a Redis that was emptied: what it made stays good. */
  async agree(client: RedisClient): Promise<void> {
    await client.hsetnx(globalKeys.meta, this.#field, this.#value.toString('base64'));
    await this.refresh(client);
  }

  /** Takes the one that is stored: after Redis was emptied, another node may have been first. */
  async refresh(client: RedisClient): Promise<void> {
    const stored = await client.hget(globalKeys.meta, this.#field);
    if (stored !== null) this.#value = Buffer.from(stored, 'base64');
  }
}
