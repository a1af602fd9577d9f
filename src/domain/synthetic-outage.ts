import type { ServicePolicy } from './policy.ts';

/** The environment of synthetic services; its name is from before they were called so, and stands in Redis. No caller can name it: names have no `~`. */
const environment = '~rehearsal';

/** The channel of their messages, which reaches nobody. No file can name it either. */
const channelId = '~rehearsal';

/**
 * A synthetic outage is an outage of a service of the monitor itself. It tests the whole path from silence to message.
 * Nobody is notified of it, and no list or total counts it.
 */
export const synthetic = {
  environment,
  channelId,

  isIn: (name: { environment: string }): boolean => name.environment === environment,

  /** Times with which an outage and its end take two thirds of `everyMs`, however many there were before. */
  policy(everyMs: number): ServicePolicy {
    const intervalMs = Math.round(everyMs / 12);
    return {
      match: { environment },
      intervalMs,
      graceMs: Math.round(intervalMs / 5),
      downAfterMs: 4 * intervalMs,
      recoveryWindowMs: 2 * intervalMs,
      minInstances: 1,
      mostOutages: 1,
    };
  },
} as const;
