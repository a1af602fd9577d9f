/** @import { Route } from './page-types.ts' */

/**
 * Which page an address like `#/incidents/<id>` means. Messages link to such addresses, so they must go on working.
 *
 * @param {string} hash
 * @returns {Route}
 */
export function readRoute(hash) {
  const [page = '', id = '', ...rest] = hash
    .replace(/^#?\/?/, '')
    .replace(/\/$/, '')
    .split('/');
  if (rest.length > 0) return { page: 'unknown' };
  if (page === '' && id === '') return { page: 'services' };
  // An id of ours has no other characters; anything else would only be refused by the monitor.
  const isId = /^[0-9a-f-]{36}$/i.test(id);
  if (page === 'services')
    return id === '' ? { page: 'services' } : isId ? { page: 'service', id } : { page: 'unknown' };
  if (page === 'incidents')
    return id === '' ? { page: 'incidents' } : isId ? { page: 'incident', id } : { page: 'unknown' };
  if (page === 'groups' && isId) return { page: 'group', id };
  return { page: 'unknown' };
}
