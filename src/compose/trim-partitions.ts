import { forgetConsumers } from '../store/events/forget-consumers.ts';
import { trimEvents } from '../store/events/trim-events.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const trimEveryMs = 60_000;

/** Cuts off old events, and consumers that are gone, in each partition by itself. */
export function trimPartitions({ partitions, redis, log, closers }: Foundation): void {
  for (const keys of partitions.all) {
    const trim = every(
      trimEveryMs,
      async () => {
        await trimEvents(redis, keys);
        await forgetConsumers(redis, keys);
      },
      (error) => log.warn({ error, tag: keys.tag }, 'could not trim old events; retrying'),
    );
    closers.add(`trim of ${keys.tag}`, () => trim.stop());
  }
}
