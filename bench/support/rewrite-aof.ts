import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** Has Redis write its AOF anew, and waits until it has. */
export async function rewriteAof(client: Redis): Promise<void> {
  await client.bgrewriteaof();
  while (/aof_rewrite_(in_progress|scheduled):1/.test(await client.info('persistence'))) await wait(50);
}
