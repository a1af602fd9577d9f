import { randomBytes } from 'node:crypto';
import type { RedisClient } from '../client/connect.ts';
import { globalKeys } from '../keys.ts';

const field = 'cursorSecret';

/** The secret that seals cursors: made by the first node, the same on all, kept over restarts. */
export class CursorSecret {
  #value = randomBytes(32);

  get value(): Buffer {
    return this.#value;
  }

  /** Takes the one that is stored, or stores its own, also in a Redis that was emptied: cursors stay good. */
  async agree(client: RedisClient): Promise<void> {
    await client.hsetnx(globalKeys.meta, field, this.#value.toString('base64'));
    await this.refresh(client);
  }

  /** Takes the one that is stored: after Redis was emptied, another node may have been first. */
  async refresh(client: RedisClient): Promise<void> {
    const stored = await client.hget(globalKeys.meta, field);
    if (stored !== null) this.#value = Buffer.from(stored, 'base64');
  }
}
