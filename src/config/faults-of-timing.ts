import { writeDuration } from '../domain/duration.ts';
import type { ServicePolicy } from '../domain/policy.ts';
import { type TimingDefaults, timingFor } from '../domain/timing.ts';
import type { SettingReader } from './setting-reader.ts';

/**
 * A `downAfter` that was set must hold for an instance that brings no interval of its own; only a longer interval, which
 * a registration brings, may stretch it. The default was asked for by nobody, and follows.
 */
export function judgeDownAfter(from: SettingReader, defaults: TimingDefaults): void {
  // What cannot be read is an error already.
  const isRead = defaults.intervalMs > 0 && defaults.downAfterMs > 0;
  if (from.optional('downAfter') === null || !isRead) return;
  const { intervalMs, graceMs, downAfterMs } = timingFor(defaults, {}, undefined);
  if (downAfterMs > defaults.downAfterMs) {
    from.fail(
      'downAfter',
      `must be at least ${writeDuration(downAfterMs)}: three intervals of ${writeDuration(intervalMs)} and the grace of ${writeDuration(graceMs)}`,
    );
  }
}

/** The same of the policies of `monitor.yaml`, which may ask for less than three intervals; null: one cannot be read. */
export function faultsOfPolicies(
  defaults: TimingDefaults,
  policies: readonly (ServicePolicy | null)[],
): string[] {
  return policies.flatMap((policy, i) => {
    if (policy?.downAfterMs === undefined) return [];
    const { intervalMs, graceMs, downAfterMs } = timingFor(defaults, policy, undefined);
    if (downAfterMs === policy.downAfterMs) return [];
    return `services[${i}].downAfter: must be longer than ${writeDuration(intervalMs + graceMs)}: an interval of ${writeDuration(intervalMs)} and the grace of ${writeDuration(graceMs)}, after which an instance is only late`;
  });
}
