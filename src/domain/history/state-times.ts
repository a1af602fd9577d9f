import type { ServiceStatus } from '../status.ts';

/**
 * How a moment of a service counts for its uptime. `blind`: the monitor could not see it. `notWatched`: there was nothing
 * to be seen, before the first heartbeat and while all instances had stopped.
 */
export const uptimeStates = ['healthy', 'degraded', 'down', 'blind', 'maintenance', 'notWatched'] as const;

export type UptimeState = (typeof uptimeStates)[number];

/** Milliseconds by state. */
export type StateTimes = Record<UptimeState, number>;

/** What a service is from a moment on; Archived: an operator took it out of the lists. */
export type HistoryStatus = ServiceStatus | 'Archived';

const byStatus: Record<HistoryStatus, UptimeState> = {
  Pending: 'notWatched',
  Healthy: 'healthy',
  Recovered: 'healthy',
  Degraded: 'degraded',
  Down: 'down',
  Stopped: 'notWatched',
  Archived: 'notWatched',
};

export const stateTimes = {
  ofStatus: (status: HistoryStatus): UptimeState => byStatus[status],

  none: (): StateTimes => ({ healthy: 0, degraded: 0, down: 0, blind: 0, maintenance: 0, notWatched: 0 }),

  sum(all: Iterable<StateTimes>): StateTimes {
    const total = stateTimes.none();
    for (const times of all) for (const state of uptimeStates) total[state] += times[state];
    return total;
  },

  /** The share of the time that counts in which it ran, whether on time or late; null: no time counts. */
  ratio({ healthy, degraded, down }: StateTimes): number | null {
    const counted = healthy + degraded + down;
    return counted === 0 ? null : (healthy + degraded) / counted;
  },
} as const;
