import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createCountDays } from '../actors/history/count-days.ts';
import { utcDay } from '../domain/history/utc-day.ts';
import { createLease } from '../store/client/lease.ts';
import { createHistoryQueue } from '../store/history/history-queue.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';
import { openHistories } from './read-past.ts';

const countEveryMs = 30_000;

/** Fifty services between two pauses: Redis has most of its time for others. */
const pauseMs = 50;

const leaseMs = 60_000;

/** Counts the days of all services when they are over, on one worker at a time. */
export function countUptime(foundation: Foundation): void {
  const { config, partitions, redis, log, closers } = foundation;
  const { histories, overlaysOver } = openHistories(foundation, redis);
  const lease = createLease(redis, partitions.at(0).historyLease);
  const token = randomUUID();
  const stopping = new AbortController();
  const mayGoOn = async () => !stopping.signal.aborted && (await lease.hold(token, leaseMs));
  const rounds = partitions.all.map((keys) =>
    createCountDays({
      queue: createHistoryQueue(redis, keys),
      ...{ histories, overlaysOver, mayGoOn, log },
      keptDays: Math.ceil(config.retention.uptimeMs / utcDay.ms),
      pause: () => wait(pauseMs),
    }),
  );
  const counting = every(
    countEveryMs,
    async () => {
      if (!(await mayGoOn())) return;
      for (const round of rounds) await round();
    },
    (error) => log.warn({ error }, 'could not count uptime; retrying'),
  );
  closers.add('count of uptime', async () => {
    stopping.abort();
    await counting.stop();
    await lease.release(token);
  });
}
