import { checkOne, checkPage } from './check-shape.js';
import { fetchJson } from './fetch-json.js';

/** @import { Kind } from './check-shape.js' */
/** @import { Listing, Page } from './wire-types.ts' */

const largestPage = 200;

/** The monitor may answer with pages shorter than asked for, even empty ones; not for ever. */
const mostPages = 100;

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
   * @param {string} path
   * @param {AbortSignal} signal
   */
  async function get(path, signal) {
    const { value, date } = await fetchJson(path, key, signal);
    const differenceMs = Date.parse(date ?? '') + 500 - Date.now();
    aheadMs = Math.abs(differenceMs) > clockDoubtMs ? differenceMs : 0;
    return value;
  }

  return {
    nowMs: () => Date.now() + aheadMs,

    /**
     * @template T
     * @param {Kind} kind
     * @param {string} path
     * @param {AbortSignal} signal
     * @returns {Promise<T>}
     */
    one: async (kind, path, signal) => checkOne(kind, await get(path, signal)),

    /**
     * A list, page by page, up to `mostItems`.
     *
     * @template T
     * @param {Kind} kind
     * @param {string} path
     * @param {number} mostItems
     * @param {AbortSignal} signal
     * @returns {Promise<Listing<T>>}
     */
    async list(kind, path, mostItems, signal) {
      /** @type {T[]} */
      const items = [];
      /** @type {string | null} */
      let cursor = null;
      let pages = 0;
      do {
        const query = new URLSearchParams({ limit: String(Math.min(largestPage, mostItems - items.length)) });
        if (cursor !== null) query.set('cursor', cursor);
        /** @type {Page<T>} */
        const page = checkPage(kind, await get(`${path}${path.includes('?') ? '&' : '?'}${query}`, signal));
        items.push(...page.items);
        cursor = page.nextCursor;
        pages += 1;
      } while (cursor !== null && items.length < mostItems && pages < mostPages);
      return { items, isCut: cursor !== null };
    },
  };
}
