import { exactJson } from './exact-json.js';
import { ReadFailure } from './read-failure.js';

/** A monitor that takes longer than this, to the end of its answer, is as good as away. */
const timeoutMs = 8_000;

/**
 * Asks the API for one thing. Whatever goes wrong on the way is a `ReadFailure`.
 *
 * @param {string} path
 * @param {string} key
 * @param {AbortSignal} dropped Its error is passed on as it is.
 * @returns {Promise<{ value: unknown, date: string | null }>} `date`: when it was answered, by the monitor's clock.
 */
export async function fetchJson(path, key, dropped) {
  const signal = AbortSignal.any([dropped, AbortSignal.timeout(timeoutMs)]);
  let response;
  let text;
  try {
    response = await fetch(path, {
      headers: { 'x-api-key': key, accept: 'application/json' },
      signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
    });
    text = await response.text();
  } catch (error) {
    if (dropped.aborted) throw error;
    throw new ReadFailure('unreachable', formatBroken(signal.aborted, response !== undefined));
  }
  if (response.type === 'opaqueredirect')
    throw new ReadFailure('foreign', 'It redirects to another site, as the sign-in page of a network does.');
  const value = parse(text);
  const type = response.headers.get('content-type');
  if (!response.ok) throw failureOf(response.status, type, value);
  if (value === undefined) throw new ReadFailure('foreign', `It is not JSON but ${type ?? 'of no type'}.`);
  return { value, date: response.headers.get('date') };
}

/**
 * @param {boolean} isLate
 * @param {boolean} hasBegun
 */
function formatBroken(isLate, hasBegun) {
  if (isLate) return `It did not answer ${hasBegun ? 'to the end ' : ''}within ${timeoutMs / 1000} s.`;
  if (hasBegun) return 'Its answer ended too early.';
  return navigator.onLine ? 'Nothing answers at its address.' : 'This device is offline.';
}

/** @param {string} text */
function parse(text) {
  try {
    return exactJson.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Only what the monitor itself says of a key is believed, or a proxy with a mind of its own would log people out.
 *
 * @param {number} status
 * @param {string | null} type
 * @param {unknown} value
 */
function failureOf(status, type, value) {
  const isProblem =
    type?.startsWith('application/problem+json') && typeof value === 'object' && value !== null;
  if (!isProblem) return new ReadFailure('foreign', `It is ${status} with ${type ?? 'no type'}.`);
  const reason =
    'detail' in value && typeof value.detail === 'string'
      ? `It says: “${value.detail}”`
      : `It answered ${status}.`;
  if (status === 401) return new ReadFailure('refused', reason);
  if (status === 403) return new ReadFailure('forbidden', reason);
  if (status === 404) return new ReadFailure('missing', reason);
  return new ReadFailure('unavailable', reason);
}
