import { readMapRoute } from '../map/map-address.ts';
import { own } from '../wording/own.ts';
import type { Route } from './page-types.ts';

/** Pages by what stands in their addresses. */
const lists: Record<string, Exclude<Route, { id: string }>> = {
  ...{ '': { page: 'services' }, services: { page: 'services' }, incidents: { page: 'incidents' } },
  ...{ channels: { page: 'channels' }, keys: { page: 'keys' }, audit: { page: 'audit' } },
  ...{ monitor: { page: 'monitor' }, wall: { page: 'wall' } },
};

/** Pages of one thing each, by what stands before its id. */
const single = {
  services: 'service',
  instances: 'instance',
  incidents: 'incident',
  groups: 'group',
} as const;

/** Which page an address like `#/incidents/<id>` means. Messages link to such addresses, so they must go on working. */
export function readRoute(hash: string): Route {
  const [page = '', id = '', ...rest] = hash
    .replace(/\?.*/, '')
    .replace(/^#?\/?/, '')
    .replace(/\/$/, '')
    .split('/');
  if (rest.length > 0) return { page: 'unknown' };
  if (id === '' && page === 'map') return readMapRoute(hash);
  if (id === '') return own(lists, page) ?? { page: 'unknown' };
  // An id of ours has no other characters; anything else would only be refused by the monitor.
  const one = /^[0-9a-f-]{36}$/i.test(id) ? own(single, page) : undefined;
  return one === undefined ? { page: 'unknown' } : { page: one, id };
}
