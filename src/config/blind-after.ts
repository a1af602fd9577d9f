import { formatDuration } from '../domain/duration.ts';
import type { ServicePolicy } from '../domain/policy.ts';
import { type TimingDefaults, timingFor } from '../domain/timing.ts';
import type { SettingReader } from './setting-reader.ts';

const longestMs = 3_000;

/** The tick runs at a third of it; faster would cost more than it tells. */
const shortestMs = 300;

/**
 * From when on a time in which we could not hear is written down. A shorter one counts as silence, so with one lost
 * heartbeat before it and the grace after it it must be shorter than the silence that makes a Down, for every policy.
 */
export function blindAfterMs(
  from: SettingReader,
  defaults: TimingDefaults,
  policies: readonly ServicePolicy[],
): number {
  const spare = [{}, ...policies].map((policy) => {
    const { downAfterMs, intervalMs, graceMs } = timingFor(defaults, policy, undefined);
    return downAfterMs - intervalMs - graceMs;
  });
  const leastSpareMs = Math.min(...spare);
  if (from.optional('blindAfter') === null)
    return Math.min(longestMs, Math.max(shortestMs, Math.floor(leastSpareMs / 2)));
  const chosenMs = from.duration('blindAfter', shortestMs);
  if (chosenMs > shortestMs && chosenMs >= leastSpareMs) {
    from.fail(
      'blindAfter',
      `must be shorter than ${formatDuration(leastSpareMs)}, which the shortest downAfter leaves after interval and grace: else an outage of the monitor itself could count as Down`,
    );
  }
  return chosenMs;
}
