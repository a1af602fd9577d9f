import { spreadMs } from './spread-ms.ts';

const firstWaitMs = 1_000;

export interface BackOff {
  intervalMs: number;
  /** In a row, this one included. */
  failures: number;
  retryAfterMs: number | null;
  /** In [0, 1): spreads a fleet whose monitor comes back. */
  random: number;
}

/**
 * The wait after a failure: doubled each time, never beyond one interval, so an outage of the monitor is noticed to
 * be over within an interval and costs it no more requests than health does. `Retry-After` lengthens the wait, up to that
 * interval as well: whoever is silent for longer may be taken for dead.
 */
export function backOffMs({ intervalMs, failures, retryAfterMs, random }: BackOff): number {
  const firstMs = Math.min(firstWaitMs, intervalMs / 8);
  const waitMs = Math.min(intervalMs, firstMs * 2 ** Math.min(failures - 1, 30)) * (0.5 + random / 2);
  const isTooLong = (retryAfterMs ?? 0) > intervalMs;
  const askedMs = isTooLong
    ? spreadMs(intervalMs, random)
    : Math.min(intervalMs, (retryAfterMs ?? 0) * (1 + random / 10));
  return Math.round(Math.max(waitMs, askedMs));
}
