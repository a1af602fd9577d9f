import {
  type HistoryStatus,
  type StateTimes,
  stateTimes,
  type UptimeState,
  uptimeStates,
} from '../../domain/history/state-times.ts';
import type { HistoryEntry } from '../../domain/history/times-of-days.ts';
import { utcDay } from '../../domain/history/utc-day.ts';

const letters: Record<UptimeState, string> = {
  healthy: 'h',
  degraded: 'g',
  down: 'd',
  blind: 'b',
  maintenance: 'm',
  notWatched: 'n',
};

/** How a service's past is written in Redis: in few bytes, because each service has 400 days of it. */
export const historyText = {
  /** `1795350000000 Down` */
  ofEntry: ({ atMs, status }: HistoryEntry): string => `${atMs} ${status}`,

  toEntry(text: string): HistoryEntry {
    const [at = '0', status = 'Pending'] = text.split(' ');
    return { atMs: Number(at), status: status as HistoryStatus };
  },

  /** Milliseconds by the letter of the state, without those that did not occur; a letter alone is a whole day. */
  ofTimes: (times: StateTimes): string =>
    uptimeStates
      .filter((state) => times[state] > 0)
      .map((state) => letters[state] + (times[state] === utcDay.ms ? '' : times[state]))
      .join(''),

  toTimes(text: string): StateTimes {
    const times = stateTimes.none();
    for (const [, letter, ms] of text.matchAll(/([a-z])(\d*)/g)) {
      const state = uptimeStates.find((one) => letters[one] === letter);
      if (state !== undefined) times[state] = ms === '' ? utcDay.ms : Number(ms);
    }
    return times;
  },
} as const;
