import { readRoute } from './read-route.js';

/** @import { State } from './page-types.ts' */

/** A phone draws a hundred rows at once, not five thousand. */
export const rowsAtOnce = 100;

/**
 * What is known before the first reading, and what is left when the key is forgotten.
 *
 * @returns {Pick<State, 'services' | 'incidents' | 'detail' | 'readAtMs' | 'connection' | 'isOld'>}
 */
export function unread() {
  return {
    ...{ services: null, incidents: null, detail: null, readAtMs: null, isOld: false },
    connection: { kind: 'waiting' },
  };
}

/**
 * @param {Pick<State, 'key' | 'keyRefusal'>} arriving
 * @param {Pick<Location, 'hash' | 'origin'>} location
 * @returns {State}
 */
export function createState({ key, keyRefusal }, { hash, origin }) {
  return {
    ...unread(),
    key,
    keyRefusal,
    route: readRoute(hash),
    filter: { text: '', environment: '', status: '' },
    rows: rowsAtOnce,
    incidentPages: 1,
    nowMs: Date.now(),
    origin,
  };
}
