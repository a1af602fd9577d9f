import type { AttemptOutcome } from '../../domain/retry-schedule.ts';

/** What an HTTP status means for a message. The reason goes to logs and metrics: the receiver's own words stay out. */
export function outcomeOfStatus(status: number, retryAfterMs: number | undefined): AttemptOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const reason = `receiver answered ${status}`;
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'failed', permanent: false, reason, retryAfterMs };
  }
  return { kind: 'failed', permanent: true, reason: `${reason}${remark(status)}` };
}

function remark(status: number): string {
  if (status >= 300 && status < 400) return ': redirects are not followed';
  if (status === 410) return ': it was removed permanently';
  return '';
}

/** Longer waits are cut: a receiver must not be able to hold a page back until it is given up. */
export const longestWaitMs = 60 * 60_000;

/** The wait that a `Retry-After` header asks for, in seconds or as a date; undefined when it asks for none. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : Date.parse(text) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, longestWaitMs) : undefined;
}
