/** The wait that a `Retry-After` header asks for, in seconds or as a date; null when it asks for none. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : null;
}
