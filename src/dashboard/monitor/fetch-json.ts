import { type Access, toRequest } from './access.ts';
import { exactJson } from './exact-json.ts';
import { ReadFailure } from './read-failure.ts';

/** A monitor that takes longer than this, to the end of its answer, is as good as away. */
const usualTimeoutMs = 8_000;

/** What is asked for, where it is not only read. */
export interface Asked {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** The `ETag` of what is changed: the monitor refuses it if somebody else changed it since. */
  version?: string | undefined;
  timeoutMs?: number;
}

/** One thing that is wrong in a body, and where: a JSON pointer. */
export interface Fault {
  pointer: string;
  message: string;
}

/** What came back, whatever it says. */
interface Reply {
  status: number;
  isOk: boolean;
  type: string | null;
  /** Undefined: it is no JSON. */
  value: unknown;
  /** When, by the monitor's clock. */
  date: string | null;
}

/**
 * Asks the API for one thing. Whatever goes wrong on the way is a `ReadFailure`; only the error of `dropped` is passed on
 * as it is.
 */
export async function ask(
  path: string,
  access: Access,
  dropped: AbortSignal,
  { method = 'GET', body, version, timeoutMs = usualTimeoutMs }: Asked = {},
): Promise<Reply> {
  const signal = AbortSignal.any([dropped, AbortSignal.timeout(timeoutMs)]);
  const { headers: proof, credentials } = toRequest(access);
  let response: Response | undefined;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...proof,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      cache: 'no-store',
      credentials,
      redirect: 'manual',
    });
    text = await response.text();
  } catch (error) {
    if (dropped.aborted) throw error;
    throw new ReadFailure('unreachable', formatBroken(signal.aborted, response !== undefined, timeoutMs));
  }
  if (response.type === 'opaqueredirect')
    throw new ReadFailure('foreign', 'It redirects to another site, as the sign-in page of a network does.');
  const { status, ok: isOk, headers } = response;
  return { status, isOk, type: headers.get('content-type'), value: parse(text), date: headers.get('date') };
}

/** Reads one thing; an answer that is no success is a `ReadFailure` too. */
export async function fetchJson(
  path: string,
  access: Access,
  dropped: AbortSignal,
): Promise<Pick<Reply, 'value' | 'date'>> {
  const reply = await ask(path, access, dropped);
  if (!reply.isOk) throw failureOf(reply);
  const { value, date, type } = reply;
  if (value === undefined) throw new ReadFailure('foreign', `It is not JSON but ${type ?? 'of no type'}.`);
  return { value, date };
}

function formatBroken(isLate: boolean, hasBegun: boolean, timeoutMs: number): string {
  if (isLate) return `It did not answer ${hasBegun ? 'to the end ' : ''}within ${timeoutMs / 1000} s.`;
  if (hasBegun) return 'Its answer ended too early.';
  return navigator.onLine ? 'Nothing answers at its address.' : 'This device is offline.';
}

function parse(text: string): unknown {
  try {
    return exactJson.parse(text);
  } catch {
    return undefined;
  }
}

/** What the monitor says went wrong, in its words. */
interface Problem {
  detail: string | null;
  /** Where in the body, as JSON pointers. */
  faults: Fault[];
}

/** Null: not the monitor answered. */
export function problemIn({ type, value }: Pick<Reply, 'type' | 'value'>): Problem | null {
  const isProblem =
    type?.startsWith('application/problem+json') && typeof value === 'object' && value !== null;
  if (!isProblem) return null;
  const { detail, errors } = value as Record<string, unknown>;
  return {
    detail: typeof detail === 'string' ? detail : null,
    faults: Array.isArray(errors) ? errors.filter(isFault) : [],
  };
}

function isFault(value: unknown): value is Fault {
  const { pointer, message } = (value ?? {}) as Record<string, unknown>;
  return typeof pointer === 'string' && typeof message === 'string';
}

/** Only what the monitor itself says of a key is believed, or a proxy with a mind of its own would log people out. */
function failureOf(reply: Reply): ReadFailure {
  const { status, type } = reply;
  const problem = problemIn(reply);
  if (problem === null) return new ReadFailure('foreign', `It is ${status} with ${type ?? 'no type'}.`);
  const reason = problem.detail === null ? `It answered ${status}.` : `It says: “${problem.detail}”`;
  if (status === 401) return new ReadFailure('refused', reason);
  if (status === 403) return new ReadFailure('forbidden', reason);
  if (status === 400) return new ReadFailure('invalid', reason);
  if (status === 404) return new ReadFailure('missing', reason);
  return new ReadFailure('unavailable', reason);
}
