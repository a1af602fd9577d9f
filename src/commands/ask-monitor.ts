import { setTimeout as wait } from 'node:timers/promises';
import { exactJson } from '../domain/exact-json.ts';

/** A monitor to be asked, and the key to ask it with. */
export interface Access {
  url: string;
  apiKey: string | undefined;
  /** Why a key that was meant is not to be had; null: none was. */
  keyFault: string | null;
}

/** What a list answers. */
export interface Listed<T> {
  items: T[];
  nextCursor: string | null;
}

/** Asks a monitor over HTTP. What is refused, or does not come, is an Error whose text says what to do. */
export type AskMonitor = <T>(
  method: string,
  path: string,
  body?: object,
  /** The version that was seen of what is changed. */
  version?: string,
) => Promise<T>;

/** The monitor answered, and refused. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const noKey =
  'Give an API key with --key-file, --key, MONITOR_API_KEY or MONITOR_API_KEY_FILE. The first key of a monitor that "npm start" started is in data/first-key.';

/** Redis may be late for a moment; the monitor asks for another try after a second. */
const mostAgain = 3;
const retryAfterMs = 1_000;

/** Longer than the test of a channel takes. */
const timeoutMs = 20_000;

export function askMonitor({ url, apiKey, keyFault }: Access): AskMonitor {
  return async function ask<T>(method: string, path: string, body?: object, version?: string): Promise<T> {
    const headers: Record<string, string> = {};
    if (apiKey !== undefined) headers['x-api-key'] = apiKey;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (version !== undefined) headers['if-match'] = `"${version}"`;
    const send = () =>
      reach(url, path, {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    let response = await send();
    // What acts may have been done; what only reads can be asked again.
    const most = method === 'GET' && path !== '/readyz' ? mostAgain : 0;
    for (let again = 0; response.status === 503 && again < most; again++) {
      await response.body?.cancel();
      await wait(retryAfterMs);
      response = await send();
    }
    const text = await response.text();
    if (!response.ok && path !== '/readyz') {
      const needsKey = response.status === 401 && apiKey === undefined;
      throw new RefusedError(
        response.status,
        needsKey ? (keyFault ?? noKey) : refusal(response.status, text),
      );
    }
    return (text === '' ? null : parse(text, url)) as T;
  };
}

async function reach(url: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url + path, init);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    const why = cause === '' ? '' : ` (${cause})`;
    throw new Error(`No monitor answers at ${url}${why}. Set its address with --url or MONITOR_URL.`, {
      cause: error,
    });
  }
}

function parse(text: string, url: string): unknown {
  try {
    return exactJson.parse(text);
  } catch {
    throw new Error(`The server at ${url} is not a Service Monitor.`);
  }
}

/** The part of a problem of ours that people are told. */
interface Refusal {
  title?: string;
  detail?: string;
  errors?: { pointer?: string; message: string }[];
}

function refusal(status: number, text: string): string {
  try {
    const { title, detail, errors = [] } = JSON.parse(text) as Refusal;
    const all = errors.map(({ pointer, message }) => `\n  - ${pointer ? `${pointer}: ` : ''}${message}`);
    const said = all.length > 1 ? all.join('') : (detail ?? '');
    return `${title ?? `The monitor answered ${status}`}. ${said}`.trim();
  } catch {
    return `The monitor answered ${status}.`;
  }
}
