import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import type { PartitionKeys } from '../keys.ts';

/** Something that failed again and again. */
export interface Aside {
  what: 'instance' | 'service' | 'delivery' | 'event';
  id: string;
  /** Of an event: whose it is, and its entry as it stood in the stream. */
  group?: string;
  entry?: string[];
  error: string;
  atMs: number;
}

/** How often something is tried, by whichever worker, with less than a minute between two failures. */
const triesAtMost = 5;
const windowMs = 60_000;

/** Of one partition; what fails beyond that stays where it is and is tried on, so that nothing is lost. */
const atMost = 100;

/** What one partition has quarantined. */
export function createSetAside(client: RedisClient, keys: PartitionKeys) {
  return {
    /** Counts a failure. The last of several takes the thing out of where it is tried with `removal`; true: it did. */
    async failed(thing: Omit<Aside, 'error' | 'atMs'>, error: unknown, removal: Command[]): Promise<boolean> {
      const name = nameOf(thing);
      const tries = keys.tries(name);
      const count = await client.incr(tries);
      await client.pexpire(tries, windowMs);
      if (count < triesAtMost) return false;
      const { nowMs, fields } = await readHash(client, keys.setAside, keys.clock);
      if (Object.keys(fields).length >= atMost) return false;
      const aside: Aside = { ...thing, error: String(error).slice(0, 300), atMs: nowMs };
      const write: Command[] = [
        ['HSET', keys.setAside, name, JSON.stringify(aside)],
        ['DEL', tries],
      ];
      await commit(client, [], [...write, ...removal]);
      return true;
    },

    async all(): Promise<Aside[]> {
      return Object.values(await client.hgetall(keys.setAside)).map((text) => JSON.parse(text) as Aside);
    },

    /** Takes it off the list, once, and puts it where it is tried again with `back`. */
    async takeBack(thing: Aside, back: Command[]): Promise<void> {
      const name = nameOf(thing);
      const isThere: Comparison = { command: ['HEXISTS', keys.setAside, name], expected: 1 };
      await commit(client, [isThere], [['HDEL', keys.setAside, name], ...back]);
    },
  };
}

function nameOf({ what, id, group }: Pick<Aside, 'what' | 'id' | 'group'>): string {
  return [what, ...(group === undefined ? [] : [group]), id].join(' ');
}
