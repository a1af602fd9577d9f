import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { retryAfterMs } from './retry-after-ms.ts';
import { warningsIn } from './warnings-in.ts';

/** The problem text goes into a log line: enough to act on, not a page of HTML. */
const longestDetail = 500;

/** Reads what the server said. `parse` returns null for a body that the monitor would not have sent. */
export function answerOf<T>(exchange: Exchange, parse: (body: unknown) => T | null): Answer<T> {
  if (exchange.kind === 'no-reply') return { kind: 'failed', problem: exchange.reason, retryAfterMs: null };
  const { status, text } = exchange;
  const waitMs = retryAfterMs(exchange.retryAfter, Date.now());
  if (status >= 200 && status < 300) {
    const body = bodyOf(text);
    const value = parse(body);
    if (value !== null) return { kind: 'accepted', value, warnings: warningsIn(body) };
    // A proxy or a sign-in page answers 200 as well.
    const problem = `the answer is not the monitor's: ${text.slice(0, longestDetail)}`;
    return { kind: 'failed', problem, retryAfterMs: waitMs };
  }
  const problem = `${status} ${text.slice(0, longestDetail)}`.trimEnd();
  if (status === 404) return { kind: 'unknown-instance', problem };
  if (status === 401 || status === 403) return { kind: 'unauthorized', problem };
  if (status === 413) return { kind: 'too-large', problem };
  if (status === 408 || status === 425 || status === 429 || status < 400 || status >= 500) {
    const where =
      exchange.location === null ? '' : ` (it points to ${exchange.location.slice(0, longestDetail)})`;
    return { kind: 'failed', problem: problem + where, retryAfterMs: waitMs };
  }
  return { kind: 'refused', problem };
}

/** Null: nothing; undefined: no JSON. */
function bodyOf(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
