/** Longer waits are cut: a receiver must not be able to hold a page back until it is given up. */
const longestMs = 60 * 60_000;

/** The wait that a `Retry-After` header asks for, in seconds or as a date; undefined when it asks for none. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, longestMs) : undefined;
}
