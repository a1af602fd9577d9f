/** The four lengths of time that decide an instance's status; all in milliseconds. */
export interface Timing {
  /** How often the instance is to send a heartbeat. */
  intervalMs: number;
  /** How late a heartbeat may be and still be on time. */
  graceMs: number;
  /** Silence that makes an instance Down. */
  downAfterMs: number;
  /** How long a Recovered instance must be on time to be Healthy. */
  recoveryWindowMs: number;
}

/** What an operator may set, for all services or by policy; what is left out follows from the interval. */
export interface TimingSettings {
  intervalMs?: number | undefined;
  graceMs?: number | undefined;
  downAfterMs?: number | undefined;
  recoveryWindowMs?: number | undefined;
}

/** The part of the timing that is set for the whole monitor. */
export interface TimingDefaults extends TimingSettings {
  intervalMs: number;
  downAfterMs: number;
}

/**
 * The timing of one instance. A policy has priority over the registration, and that over the default. `downAfter` is
 * at least three missed heartbeats, so a job with a heartbeat every five minutes is not Down between two of them;
 * only a policy may set less.
 */
export function timingFor(
  defaults: TimingDefaults,
  policy: TimingSettings,
  registrantIntervalMs: number | undefined,
): Timing {
  const intervalMs = policy.intervalMs ?? registrantIntervalMs ?? defaults.intervalMs;
  const graceMs = policy.graceMs ?? defaults.graceMs ?? Math.max(250, Math.round(intervalMs * 0.2));
  const threeMissedMs = 3 * intervalMs + graceMs;
  const downAfterMs = policy.downAfterMs ?? Math.max(defaults.downAfterMs, threeMissedMs);
  return {
    intervalMs,
    graceMs,
    // Whatever was asked for, an instance is late before it is Down.
    downAfterMs: Math.max(downAfterMs, intervalMs + graceMs + 1),
    recoveryWindowMs: policy.recoveryWindowMs ?? defaults.recoveryWindowMs ?? 2 * intervalMs,
  };
}
