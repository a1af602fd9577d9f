import type { RedisClient } from './connect.ts';
import type { PageSource } from './read-page.ts';

/** The kinds of lists that pages are read from. */
export const pageSources = {
  /** A sorted set whose members sort by themselves: a position is the member. */
  byName(client: RedisClient, key: string): PageSource {
    return {
      positions: (after, count) =>
        client.zrangebylex(key, after === null ? '-' : `(${after}`, '+', 'LIMIT', 0, count),
    };
  },

  /** A sorted set of ids by time, newest first: a position is the time, then the id. */
  newestFirst(client: RedisClient, key: string): PageSource {
    return {
      async positions(after, count) {
        const from = after === null ? '+inf' : Number(after.slice(0, timeDigits));
        const found: string[] = [];
        // Those of the same millisecond come again and are passed over, however many they are.
        for (let offset = 0; found.length < count; offset += count) {
          const reply = await client.zrevrangebyscore(
            key,
            from,
            '-inf',
            'WITHSCORES',
            'LIMIT',
            offset,
            count,
          );
          const positions = toPositions(reply);
          found.push(...positions.filter((position) => after === null || position < after));
          if (positions.length < count) break;
        }
        return found.slice(0, count);
      },
    };
  },

  /** The members of a small set in the order of their ids. */
  byId(client: RedisClient, key: string): PageSource {
    return {
      async positions(after, count) {
        const members = await client.zrange(key, '0', '-1');
        const rest = members.sort().filter((member) => after === null || member > after);
        return rest.slice(0, count);
      },
    };
  },
};

/** Milliseconds since 1970 in as many digits as sort rightly until the year 5138. */
const timeDigits = 14;

function toPositions(reply: string[]): string[] {
  const positions: string[] = [];
  for (let i = 0; i < reply.length; i += 2) {
    positions.push(`${String(Math.trunc(Number(reply[i + 1]))).padStart(timeDigits, '0')}${reply[i]}`);
  }
  return positions;
}

/** The id in a position of `newestFirst`. */
export function idAt(position: string): string {
  return position.slice(timeDigits);
}
