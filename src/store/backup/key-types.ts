import type { RedisClient } from '../client/connect.ts';
import { backupKeys } from './backup-keys.ts';

const keysAtOnce = 1_000;

/** The types of keys, as far as they were asked for. */
export class KeyTypes {
  readonly #client: RedisClient;
  readonly #known = new Map<string, string | null>();

  constructor(client: RedisClient) {
    this.#client = client;
  }

  /** Null: it is not there, or a backup does not take it. */
  of(key: string): string | null {
    return this.#known.get(key) ?? null;
  }

  /** Asks for those that are not known yet. */
  async learn(keys: readonly string[]): Promise<void> {
    const unknown = keys.filter((key) => !this.#known.has(key));
    for (let from = 0; from < unknown.length; from += keysAtOnce) {
      const some = unknown.slice(from, from + keysAtOnce);
      await Promise.all(some.map(async (key) => this.#known.set(key, await this.#ask(key))));
    }
  }

  async #ask(key: string): Promise<string | null> {
    const [type, endsInMs] = await Promise.all([this.#client.type(key), this.#client.pttl(key)]);
    return backupKeys.lasts(endsInMs) ? type : null;
  }
}
