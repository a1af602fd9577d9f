import { ReadFailure } from './read-failure.js';

/** @import { Listing, Page } from './wire-types.ts' */

/** A monitor that takes longer than this is as good as away. */
const patienceMs = 8_000;

const largestPage = 200;

/** A clock that differs by less is right: the monitor tells the time in whole seconds. */
const clockDoubtMs = 2_500;

/** @typedef {ReturnType<typeof createClient>} Client */

/**
 * Reads the API with one key, and learns what time it is there: "4 s ago" must not depend on the clock of a phone.
 *
 * @param {string} key
 */
export function createClient(key) {
  let aheadMs = 0;

  /**
   * @template T
   * @param {string} path
   * @param {AbortSignal} signal
   * @returns {Promise<T>}
   */
  async function get(path, signal) {
    const response = await ask(path, signal);
    const date = Date.parse(response.headers.get('date') ?? '') + 500 - Date.now();
    aheadMs = Math.abs(date) > clockDoubtMs ? date : 0;
    if (response.ok) return response.json();
    throw await failureOf(response);
  }

  /**
   * @param {string} path
   * @param {AbortSignal} signal
   */
  async function ask(path, signal) {
    try {
      return await fetch(path, {
        headers: { 'x-api-key': key, accept: 'application/json' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      });
    } catch (error) {
      if (signal.aborted) throw error;
      const isLate = error instanceof DOMException && error.name === 'TimeoutError';
      if (isLate) throw new ReadFailure('unreachable', `It did not answer within ${patienceMs / 1000} s.`);
      throw new ReadFailure(
        'unreachable',
        navigator.onLine ? 'Nothing answers at its address.' : 'This device is offline.',
      );
    }
  }

  return {
    get,
    nowMs: () => Date.now() + aheadMs,

    /**
     * A list, page by page, up to `mostItems`.
     *
     * @template T
     * @param {string} path
     * @param {number} mostItems
     * @param {AbortSignal} signal
     * @returns {Promise<Listing<T>>}
     */
    async list(path, mostItems, signal) {
      /** @type {T[]} */
      const items = [];
      /** @type {string | null} */
      let cursor = null;
      do {
        const query = new URLSearchParams({ limit: String(Math.min(largestPage, mostItems - items.length)) });
        if (cursor !== null) query.set('cursor', cursor);
        /** @type {Page<T>} */
        const page = await get(`${path}${path.includes('?') ? '&' : '?'}${query}`, signal);
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null && items.length < mostItems);
      return { items, isCut: cursor !== null };
    },
  };
}

/** @param {Response} response */
async function failureOf(response) {
  const problem = await response.json().catch(() => ({}));
  const reason =
    typeof problem.detail === 'string' ? `It says: “${problem.detail}”` : `It answered ${response.status}.`;
  if (response.status === 401) return new ReadFailure('refused', reason);
  if (response.status === 403) return new ReadFailure('forbidden', reason);
  if (response.status === 404) return new ReadFailure('missing', reason);
  return new ReadFailure('unavailable', reason);
}
