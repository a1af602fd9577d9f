import type { Redis } from 'ioredis';

/** What changes by itself: the clock that the tick writes, the beginning of the changes, the rules of the workers, each worker's mark, what nodes show of themselves, rights that run out, and the bookkeeping of BullMQ. */
const restless = /:clock$|:changes$|:rules$|:mark:|:nodes$|-lease$|:check-instances:|:deliver/;

/** Everything that was stored, key by key, without what changes by itself. */
export async function redisContents(redis: Redis): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for await (const keys of redis.scanStream() as AsyncIterable<string[]>) {
    for (const key of keys.filter((one) => !restless.test(one))) contents[key] = await contentOf(redis, key);
  }
  return contents;
}

/** Of a stream its entries only: who read it when stands in its dump too. */
async function contentOf(redis: Redis, key: string): Promise<string> {
  if ((await redis.type(key)) === 'stream') return JSON.stringify(await redis.xrange(key, '-', '+'));
  return (await redis.dumpBuffer(key)).toString('base64');
}
