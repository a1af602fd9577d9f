/** What a client does next. */
export type Step =
  | 'heartbeat-now'
  | 'next-interval'
  | 'register-now'
  /** The same again without metadata. */
  | 'send-less-now'
  | 'back-off'
  | 'refused-wait';

export interface Asked {
  to: 'register' | 'heartbeat';
  /** Whether the metadata was left out already. */
  isSpare: boolean;
  /** Whether no heartbeat was taken yet under this instance id. */
  isFresh: boolean;
}

interface BackOff {
  intervalMs: number;
  /** In a row, this one included. */
  failures: number;
  retryAfterMs: number | null;
  /** Below 1. */
  random: number;
}

const firstWaitMs = 1_000;
const longestRetryAfterMs = 300_000;
const refusedWaitMs = 300_000;
const shortestAskedMs = 1_000;
const longestAskedMs = 3_600_000;

const passing = new Set([408, 425, 429]);

/** How a client of the monitor behaves: as `test/wire/retry-vectors.json` says of every client. */
export const pace = {
  refusedWaitMs,

  /** @param status 0: no answer. */
  stepAfter(status: number, { to, isSpare, isFresh }: Asked): Step {
    if (status >= 200 && status < 300) return to === 'register' ? 'heartbeat-now' : 'next-interval';
    if (status < 400 || status >= 500 || passing.has(status)) return 'back-off';
    // A monitor that forgets what it just registered is not asked in a tight loop.
    if (status === 404) return to === 'heartbeat' && !isFresh ? 'register-now' : 'back-off';
    if (status === 413 && !isSpare) return 'send-less-now';
    if (status === 401 || status === 403 || to === 'register') return 'refused-wait';
    return 'next-interval';
  },

  backOffMs({ intervalMs, failures, retryAfterMs, random }: BackOff): number {
    const firstMs = Math.min(firstWaitMs, intervalMs / 8);
    const waitMs = Math.min(intervalMs, firstMs * 2 ** Math.min(failures - 1, 30)) * (0.5 + random / 2);
    const askedMs = Math.min(retryAfterMs ?? 0, longestRetryAfterMs) * (1 + random / 10);
    return Math.round(Math.max(waitMs, askedMs));
  },

  /** Up to a tenth early and never late: a fleet that started together drifts apart. */
  spreadMs(waitMs: number, random: number): number {
    return Math.round(waitMs * (0.9 + random / 10));
  },

  /** The interval that `nextHeartbeatSeconds` asks for, within reason. */
  askedIntervalMs(registeredMs: number, nextHeartbeatSeconds: unknown): number {
    if (typeof nextHeartbeatSeconds !== 'number' || Number.isNaN(nextHeartbeatSeconds)) return registeredMs;
    const leastMs = Math.min(registeredMs, shortestAskedMs);
    const mostMs = Math.max(registeredMs, longestAskedMs);
    return Math.min(mostMs, Math.max(leastMs, nextHeartbeatSeconds * 1000));
  },

  /** What a `Retry-After` header asks for, in seconds or as a date; null: nothing. */
  retryAfterMs(header: string | null, nowMs: number): number | null {
    const text = header?.trim() ?? '';
    const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
    return waitMs > 0 ? waitMs : null;
  },
};
