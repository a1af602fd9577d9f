import type { Timing } from '../../domain/timing.ts';

/**
 * How long the monitor may take to call a beating service Healthy and its first outage resolved, which asks for as much
 * quiet as silence made it Down. The contract does not say how long Recovered lasts; a monitor may measure it by its own
 * default interval of 30 s, however fast this fleet beats.
 */
export function settlingTimeoutMs(timing: Timing): number {
  return 20 * timing.intervalMs + timing.downAfterMs + 90_000;
}
