import { untilServed } from '../support/until-served.ts';
import type { Monitor } from './start-monitor.ts';

/** An answer, parsed. */
export interface Reply {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  body: any;
}

/** Calls the monitor with its own key, again while it is 503; a header that is null is left out. Of a stream only the head is read. */
export function call(...wanted: Parameters<typeof callOnce>): Promise<Reply> {
  return untilServed(() => callOnce(...wanted));
}

/** Where 503 may be the right answer. */
export async function callOnce(
  monitor: Pick<Monitor, 'url' | 'key'>,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string | null> } = {},
): Promise<Reply> {
  const all = {
    'x-api-key': monitor.key,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const given = Object.entries(all).filter((header): header is [string, string] => header[1] !== null);
  const response = await fetch(monitor.url + path, {
    method,
    headers: given,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '');
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
