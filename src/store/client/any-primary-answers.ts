import type { Redis } from 'ioredis';
import type { RedisClient } from './connect.ts';
import { primariesOf } from './connect.ts';

/**
 * Asks every server that holds data, and resolves with the first answer: on a Cluster one that hangs is not all. Each is
 * asked once for all who ask meanwhile, because a client keeps what it asks until its server is back.
 */
export function anyPrimaryAnswers(client: RedisClient): () => Promise<unknown> {
  const asked = new Map<Redis, Promise<unknown>>();

  function ask(primary: Redis): Promise<unknown> {
    const before = asked.get(primary);
    if (before !== undefined) return before;
    const asking = primary.ping().finally(() => asked.delete(primary));
    asked.set(primary, asking);
    return asking;
  }

  return () => Promise.any(primariesOf(client).map(ask));
}
