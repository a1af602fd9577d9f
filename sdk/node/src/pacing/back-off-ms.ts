const firstWaitMs = 1_000;
const longestRetryAfterMs = 300_000;

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
 * be over within an interval and costs it no more requests than health does. `Retry-After` lengthens the wait; it is
 * honoured up to five minutes, because a stray proxy must not silence an instance for a day.
 */
export function backOffMs({ intervalMs, failures, retryAfterMs, random }: BackOff): number {
  const firstMs = Math.min(firstWaitMs, intervalMs / 8);
  const waitMs = Math.min(intervalMs, firstMs * 2 ** Math.min(failures - 1, 30)) * (0.5 + random / 2);
  const askedMs = Math.min(retryAfterMs ?? 0, longestRetryAfterMs) * (1 + random / 10);
  return Math.round(Math.max(waitMs, askedMs));
}
