import type { SweepOverdue } from '../actors/sweep-overdue.ts';
import type { CheckWorkers } from '../queues/check-workers.ts';
import { lookAtTimers } from '../store/instances/look-at-timers.ts';
import type { PartitionKeys } from '../store/keys.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const sweepEveryMs = 500;

/** Without any timer: no instance that comes meanwhile is due sooner, because nobody promises a shorter interval. */
const sweepEmptyEveryMs = 1_000;

const lookEveryMs = 1_000;

/** A worker that takes no job for so long while the sweep finds overdue ones hangs on a dead connection. */
const hungAfterMs = 10_000;

/** A partition that was not swept for so long is stuck. */
const stuckAfterMs = 10_000;

/**
 * Sweeps each partition by itself: one whose Redis primary hangs delays no other. The result says whether any sweep
 * completes; those that do not are logged, and the time since the last completed sweep is a metric.
 */
export function sweepPartitions(
  { redis, partitions, metrics, log, closers }: Foundation,
  parts: { sweepOf: (keys: PartitionKeys, partition: number) => SweepOverdue; checkWorkers: CheckWorkers },
): { isAlive(): boolean } {
  const { checkWorkers } = parts;
  const sweptAtMs = partitions.all.map(() => performance.now());
  const ageMs = (partition: number) => performance.now() - (sweptAtMs[partition] ?? 0);

  for (const [partition, keys] of partitions.all.entries()) {
    const sweepOverdue = parts.sweepOf(keys, partition);
    let pauseMs = sweepEveryMs;
    const sweep = every(
      () => pauseMs,
      async () => {
        const found = await lookAtTimers(redis, keys);
        pauseMs = found === 'none' ? sweepEmptyEveryMs : sweepEveryMs;
        const repairs = found === 'due' ? await sweepOverdue() : 0;
        sweptAtMs[partition] = performance.now();
        if (repairs === 0 || checkWorkers.idleMs(partition) < hungAfterMs) return;
        log.warn({ partition }, 'check worker stalled; restarting it');
        checkWorkers.remake(partition);
      },
      (error) => log.warn({ error, partition }, 'sweep failed; retrying at the next interval'),
    );
    closers.add(`sweep of ${keys.tag}`, () => sweep.stop());
  }

  const stuck = new Set<number>();
  const look = setInterval(() => {
    for (const partition of partitions.all.keys()) {
      const forMs = Math.round(ageMs(partition));
      metrics.sweepAge(partition, forMs / 1000);
      if (forMs < stuckAfterMs === !stuck.has(partition)) continue;
      if (stuck.delete(partition)) {
        log.warn({ partition }, 'sweep of a partition completed again');
        continue;
      }
      stuck.add(partition);
      log.error(
        { partition, forMs },
        'sweep of a partition is stuck; check that the Redis primary of the partition answers',
      );
    }
  }, lookEveryMs);
  closers.add('look at the sweeps', () => clearInterval(look));
  return { isAlive: () => [...partitions.all.keys()].some((partition) => ageMs(partition) < stuckAfterMs) };
}
