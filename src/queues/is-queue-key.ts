import { checkQueueName } from './check-queue.ts';

/** Whether a Redis key belongs to a queue. Queues hold wake-ups only, which are created again from the timers. */
export function isQueueKey(key: string): boolean {
  return key.includes(`}:${checkQueueName}:`);
}
