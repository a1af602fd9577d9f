import type { Access } from './access.ts';
import { checkOne, checkPage, type Kind, type Things } from './check-shape.ts';
import { fetchJson } from './fetch-json.ts';
import { type ActOutcome, sendAct, type WantedAct } from './send-act.ts';
import type { Listing } from './wire-types.ts';

const largestPage = 200;

/** The monitor may answer with pages shorter than asked for, even empty ones; not for ever. */
const mostPages = 100;

/** A clock that differs by less is right: the monitor tells the time in whole seconds. */
const clockDoubtMs = 2_500;

/** Reads the API by one key, or as one person, and acts so. */
export interface Client {
  /** What time it is there. */
  nowMs(): number;
  one<K extends Kind>(kind: K, path: string, signal: AbortSignal): Promise<Things[K]>;
  /** A list, page by page, up to `mostItems`. */
  list<K extends Kind>(
    kind: K,
    path: string,
    mostItems: number,
    signal: AbortSignal,
  ): Promise<Listing<Things[K]>>;
  act(wanted: WantedAct): Promise<ActOutcome>;
}

/** It learns what time it is there from the answers: "4 s ago" must not depend on the clock of a phone. */
export function createClient(access: Access): Client {
  let aheadMs = 0;

  async function get(path: string, signal: AbortSignal): Promise<unknown> {
    const { value, date } = await fetchJson(path, access, signal);
    const differenceMs = Date.parse(date ?? '') + 500 - Date.now();
    aheadMs = Math.abs(differenceMs) > clockDoubtMs ? differenceMs : 0;
    return value;
  }

  return {
    nowMs: () => Date.now() + aheadMs,

    one: async (kind, path, signal) => checkOne(kind, await get(path, signal)),

    async list<K extends Kind>(kind: K, path: string, mostItems: number, signal: AbortSignal) {
      const items: Things[K][] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const query = new URLSearchParams({ limit: String(Math.min(largestPage, mostItems - items.length)) });
        if (cursor !== null) query.set('cursor', cursor);
        const answer = await get(`${path}${path.includes('?') ? '&' : '?'}${query}`, signal);
        const page = checkPage(kind, answer);
        items.push(...page.items);
        cursor = page.nextCursor;
        pages += 1;
      } while (cursor !== null && items.length < mostItems && pages < mostPages);
      return { items, isCut: cursor !== null };
    },

    act: (wanted) => sendAct(wanted, access),
  };
}
