import type { RedisClient } from './connect.ts';
import { pairsOf } from './pairs-of.ts';

/** A sorted set in portions of about `count`; what moves meanwhile is met nevertheless, and may come twice. */
export async function* scanMembers(
  client: RedisClient,
  key: string,
  count: number,
): AsyncGenerator<[member: string, score: string][]> {
  let cursor = '0';
  do {
    const [next, found] = await client.zscan(key, cursor, 'COUNT', count);
    cursor = next;
    yield pairsOf(found);
  } while (cursor !== '0');
}

/** Its members, each once: heartbeats reorder a set all the while. */
export async function* scanMembersOnce(
  client: RedisClient,
  key: string,
  count: number,
): AsyncGenerator<string[]> {
  const met = new Set<string>();
  for await (const portion of scanMembers(client, key, count)) {
    const fresh = portion.map(([member]) => member).filter((member) => !met.has(member));
    for (const member of fresh) met.add(member);
    yield fresh;
  }
}
