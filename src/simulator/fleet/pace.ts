import { setTimeout as after } from 'node:timers/promises';

/** What a client does next. */
export type Step =
  | 'heartbeat-now'
  | 'next-interval'
  | 'register-now'
  /** The same again without metadata. */
  | 'send-less-now'
  | 'back-off';

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

/** What a client holds to, and what for. */
export interface Interval {
  /** What the latest registration names. */
  registeredMs: number;
  /** Between two heartbeats; never longer than that. */
  intervalMs: number;
  /** Answers in a row that asked for a longer one than is registered. */
  longerAnswers: number;
}

const firstWaitMs = 1_000;
const answersBeforeLonger = 3;
const shortestAskedMs = 1_000;
const longestAskedMs = 3_600_000;

const passing = new Set([408, 425, 429]);

/** How a client of the monitor behaves: as `test/wire/retry-vectors.json` says of every client. */
export const pace = {
  /** Whether it is the request that is wrong, or its key. */
  isRefusal(status: number): boolean {
    return status >= 400 && status < 500 && status !== 404 && !passing.has(status);
  },

  /** @param status 0: no answer. */
  stepAfter(status: number, { to, isSpare, isFresh }: Asked): Step {
    if (status >= 200 && status < 300) return to === 'register' ? 'heartbeat-now' : 'next-interval';
    // A monitor that forgets what it just registered is not asked in a tight loop.
    if (status === 404) return to === 'heartbeat' && !isFresh ? 'register-now' : 'back-off';
    if (!pace.isRefusal(status)) return 'back-off';
    if (status === 413 && !isSpare) return 'send-less-now';
    return status === 401 || status === 403 || to === 'register' ? 'back-off' : 'next-interval';
  },

  backOffMs({ intervalMs, failures, retryAfterMs, random }: BackOff): number {
    const firstMs = Math.min(firstWaitMs, intervalMs / 8);
    const waitMs = Math.min(intervalMs, firstMs * 2 ** Math.min(failures - 1, 30)) * (0.5 + random / 2);
    // Never longer than an interval: after that the instance would be late.
    const isTooLong = (retryAfterMs ?? 0) > intervalMs;
    const askedMs = isTooLong
      ? pace.spreadMs(intervalMs, random)
      : Math.min(intervalMs, (retryAfterMs ?? 0) * (1 + random / 10));
    return Math.round(Math.max(waitMs, askedMs));
  },

  /** Up to a tenth early and never late: a fleet that started together drifts apart. */
  spreadMs(waitMs: number, random: number): number {
    return Math.round(waitMs * (0.9 + random / 10));
  },

  /** Shorter at once; longer only when three answers in a row asked for it: then it is to be registered. */
  follow(
    { registeredMs, longerAnswers }: Interval,
    configuredMs: number,
    nextHeartbeatSeconds: unknown,
  ): Interval {
    if (typeof nextHeartbeatSeconds !== 'number' || Number.isNaN(nextHeartbeatSeconds))
      return { registeredMs, intervalMs: registeredMs, longerAnswers: 0 };
    const leastMs = Math.min(configuredMs, shortestAskedMs);
    const mostMs = Math.max(configuredMs, longestAskedMs);
    const askedMs = Math.min(mostMs, Math.max(leastMs, nextHeartbeatSeconds * 1000));
    if (askedMs <= registeredMs) return { registeredMs, intervalMs: askedMs, longerAnswers: 0 };
    if (longerAnswers + 1 < answersBeforeLonger)
      return { registeredMs, intervalMs: registeredMs, longerAnswers: longerAnswers + 1 };
    return { registeredMs: askedMs, intervalMs: registeredMs, longerAnswers: 0 };
  },

  /** What a `Retry-After` header asks for, in seconds or as a date; null: nothing. */
  retryAfterMs(header: string | null, nowMs: number): number | null {
    const text = header?.trim() ?? '';
    const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
    return waitMs > 0 ? waitMs : null;
  },
};

/** Waits; ends early, and quietly, when the signal is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await after(ms, undefined, signal && { signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
