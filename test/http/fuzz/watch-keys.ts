import type { Redis } from 'ioredis';
import type { Answer } from '../answers-in.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What time makes out of instances that fall silent: no request asks for it. */
const madeByTime = /:(incident|n|in):/;

/**
 * Redis may hold what was there before and what an answer of 2xx says was made. Any other key was made by a request
 * that was refused.
 */
export async function watchKeys(redis: Redis) {
  const before = new Set(await allKeys(redis));
  const made = new Set<string>();
  let hasOthers = false;
  return {
    /** Notes what an answer to a request with a body, or any that is no reading, says that it made. */
    explain({ status, body }: Answer, method: string, path: string): void {
      if (status < 200 || status >= 300 || method === 'GET' || method === 'HEAD') return;
      for (const id of body.toLowerCase().match(uuid) ?? []) made.add(id);
      if (!/\/(register|heartbeat)\b/.test(path)) hasOthers = true;
    },
    async unexplained(): Promise<string[]> {
      const added = (await allKeys(redis)).filter((key) => !before.has(key) && !madeByTime.test(key));
      const found = added.filter((key) => {
        const ids = key.match(uuid) ?? [];
        return ids.length === 0 ? !hasOthers : !ids.some((id) => made.has(id));
      });
      // Told once.
      for (const key of found) before.add(key);
      return found;
    },
  };
}

async function allKeys(redis: Redis): Promise<string[]> {
  const keys: string[] = [];
  for await (const some of redis.scanStream({ count: 1_000 }) as AsyncIterable<string[]>) keys.push(...some);
  return keys;
}
