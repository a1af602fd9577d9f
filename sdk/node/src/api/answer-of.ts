import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { problemOf } from './problem-of.ts';
import { retryAfterMs } from './retry-after-ms.ts';
import { warningsIn } from './warnings-in.ts';

/** Refusals that say nothing about the request; 407 is a proxy's. */
const passing: readonly number[] = [407, 408, 425, 429];

/**
 * Reads what the server said.
 * @param parse Returns null for a body that the monitor would not have sent.
 * @param asked Method and address of the request, for the problem's text.
 */
export function answerOf<T>(
  exchange: Exchange,
  parse: (body: unknown) => T | null,
  asked = 'the monitor',
): Answer<T> {
  if (exchange.kind === 'no-reply') {
    const problem = `${asked}: ${exchange.reason}`;
    return { kind: 'failed', problem, trouble: 'no-answer', retryAfterMs: null };
  }
  const { status, text } = exchange;
  const body = bodyOf(text);
  const waitMs = retryAfterMs(exchange.retryAfter, Date.now());
  const value = status >= 200 && status < 300 ? parse(body) : null;
  if (value !== null) return { kind: 'accepted', value, warnings: warningsIn(body) };
  const problem = problemOf({ ...exchange, body }, asked);
  if (status === 404) return { kind: 'unknown-instance', problem, trouble: status };
  if (status === 401 || status === 403) return { kind: 'unauthorized', problem, trouble: status };
  if (status === 413) return { kind: 'too-large', problem, trouble: status };
  if (passing.includes(status) || status < 400 || status >= 500)
    return { kind: 'failed', problem, trouble: status, retryAfterMs: waitMs };
  return { kind: 'refused', problem, trouble: status };
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
