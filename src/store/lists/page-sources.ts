import type { RedisClient } from '../client/connect.ts';
import { pairsOf } from '../client/pairs-of.ts';
import { loadScript } from '../client/script.ts';

/**
 * One ordered list of positions, kept in one partition. A position is a text whose bytes sort as the list does, which
 * is how Redis sorts, and says where to go on.
 */
export interface PageSource {
  /** The first `count` positions after `after` (null: from the start); fewer: there are no more. */
  positions(after: string | null, count: number): Promise<string[]>;
}

const listAfter = loadScript('list-after');

/** Milliseconds since 1970 in as many digits as sort rightly until the year 5138. */
const timeDigits = 14;

/** Sorts after every id. */
const afterAllIds = 'g';

/** The kinds of lists that pages are read from; a call costs Redis the same wherever in the list it begins. */
export const pageSources = {
  /** A sorted set whose members sort by themselves, as far as they begin with `prefix`: a position is the member. */
  byName(client: RedisClient, key: string, prefix: string): PageSource {
    return {
      async positions(after, count) {
        const start = after !== null && after >= prefix ? after : prefix;
        const from = start === '' ? '-' : `(${start}`;
        const found = await client.zrangebylex(key, from, '+', 'LIMIT', 0, count);
        const beyond = found.findIndex((member) => !member.startsWith(prefix));
        return beyond === -1 ? found : found.slice(0, beyond);
      },
    };
  },

  /**
   * A sorted set of ids by time, within times that count: a position is the time, then the id. `down` is newest first.
   */
  byTime(
    client: RedisClient,
    key: string,
    direction: 'up' | 'down',
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): PageSource {
    const down = direction === 'down';
    const [first, last] = [positionAt(fromMs, ''), positionAt(toMs, afterAllIds)];
    return {
      async positions(after, count) {
        const start = furthest(down ? last : first, after, down);
        const place = [Number(start.slice(0, timeDigits)), idAt(start)];
        const reply = (await listAfter.run(client, [key], [direction, ...place, count])) as string[];
        const found = toPositions(reply);
        const beyond = found.findIndex((position) => (down ? position < first : position > last));
        return beyond === -1 ? found : found.slice(0, beyond);
      },
    };
  },

  /** The id in a position of `byTime`. */
  idAt,
};

function furthest(bound: string, after: string | null, down: boolean): string {
  if (after === null) return bound;
  return down === after < bound ? after : bound;
}

function positionAt(timeMs: number, id: string): string {
  const within = Math.min(Math.max(Math.trunc(timeMs), 0), 10 ** timeDigits - 1);
  return `${String(within).padStart(timeDigits, '0')}${id}`;
}

function toPositions(reply: string[]): string[] {
  return pairsOf(reply).map(([id, timeMs]) => positionAt(Number(timeMs), id));
}

function idAt(position: string): string {
  return position.slice(timeDigits);
}
