import type { Redis } from 'ioredis';
import type { Answer } from '../answers-in.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What time makes out of instances that fall silent: no request asks for it. */
const madeByTime = /:(incident|n|in):/;

/**
 * Redis may hold what was there before and what an answer of 2xx says was made. Any other key was made by a request
 * that was refused. One more thing is right: when several requests came on one connection and the last of them was no
 * HTTP, the connection is closed, and the answers to those before it may not get through.
 */
export async function watchKeys(redis: Redis) {
  const before = new Set(await allKeys(redis));
  // What was there may be woken and checked meanwhile, which makes jobs of its own.
  const made = new Set([...before].flatMap((key) => key.match(uuid) ?? []));
  const unanswered: string[] = [];
  let hasOthers = false;

  /** Notes an instance that a registration without an answer has made. */
  async function explainByUnanswered(key: string): Promise<void> {
    const { serviceName = '', environment = '', serviceId = '' } = await redis.hgetall(key);
    const names = [serviceName, environment].map((name) => JSON.stringify(name).slice(1, -1));
    if (!unanswered.some((text) => names.every((name) => text.includes(name)))) return;
    for (const id of [...(key.match(uuid) ?? []), serviceId]) made.add(id);
  }

  return {
    /** Notes what an answer to a request with a body, or any that is no reading, says that it made. */
    explain({ status, body }: Answer, method: string, path: string): void {
      if (status < 200 || status >= 300 || method === 'GET' || method === 'HEAD') return;
      for (const id of body.toLowerCase().match(uuid) ?? []) made.add(id);
      if (!/\/(register|heartbeat)\b/.test(path)) hasOthers = true;
    },
    /** Notes what came on a connection with fewer answers than requests. */
    doubt(bytes: Buffer): void {
      const text = bytes.toString('utf8');
      if (text.includes('/register')) unanswered.push(text);
    },
    async unexplained(): Promise<string[]> {
      const added = (await allKeys(redis)).filter((key) => !before.has(key) && !madeByTime.test(key));
      const isStrange = (key: string) => {
        const ids = key.match(uuid) ?? [];
        return ids.length === 0 ? !hasOthers : !ids.some((id) => made.has(id));
      };
      const instances = added.filter((key) => key.includes(':i:') && isStrange(key));
      for (const key of instances) await explainByUnanswered(key);
      const found = added.filter(isStrange);
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
