/** How often this instance beats, in milliseconds. */
export interface Interval {
  /** What the latest registration named. */
  registeredMs: number;
  /** Between two heartbeats. Never longer than that: the monitor judges the silence by what is registered. */
  currentMs: number;
  /** A longer one that is to be registered before the next heartbeat, and kept once it is. */
  wantedMs: number | null;
  /** Answers in a row that asked for a longer one. */
  longerAnswers: number;
}

const shortestAskedMs = 1_000;
const longestAskedMs = 3_600_000;
/** One wrong answer, or a proxy's old one, must not silence an instance. */
const answersBeforeLonger = 3;

export function registeredInterval(registeredMs: number): Interval {
  return { registeredMs, currentMs: registeredMs, wantedMs: null, longerAnswers: 0 };
}

/**
 * The interval after an answer. The monitor knows a policy of the operator that the application does not: a shorter
 * one is kept at once, a longer one only when several answers in a row asked for one and it is registered.
 */
export function followInterval(
  { registeredMs, longerAnswers }: Interval,
  configuredMs: number,
  nextHeartbeatSeconds: number | null,
): Interval {
  const registered = registeredInterval(registeredMs);
  if (nextHeartbeatSeconds === null || Number.isNaN(nextHeartbeatSeconds)) return registered;
  const leastMs = Math.min(configuredMs, shortestAskedMs);
  const mostMs = Math.max(configuredMs, longestAskedMs);
  const askedMs = Math.min(mostMs, Math.max(leastMs, nextHeartbeatSeconds * 1000));
  if (askedMs <= registeredMs) return { ...registered, currentMs: askedMs };
  if (longerAnswers + 1 < answersBeforeLonger) return { ...registered, longerAnswers: longerAnswers + 1 };
  return { ...registered, wantedMs: askedMs };
}
