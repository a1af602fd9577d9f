import { serviceStatuses } from '../wording/statuses.ts';
import type { ServiceFilter } from './page-types.ts';

/** How the list of services is looked at, when nothing is said of it. */
export const plainView: ServiceFilter = {
  ...{ text: '', environment: '', status: '', sort: 'worst', group: '', rows: 'roomy' },
};

const sorts = new Set<string>(['worst', 'name', 'changed']);

/** No name of ours is longer; what somebody puts into a link is. */
const longest = 200;

/** What an address like `#/?status=Down&group=environment` says of the list, so that a link shows the same. */
export function readView(hash: string): ServiceFilter {
  const query = new URLSearchParams(hash.split('?')[1] ?? '');
  const said = (name: string) => (query.get(name) ?? '').slice(0, longest);
  const sort = said('sort');
  return {
    text: said('text'),
    environment: said('environment'),
    status: statusLike(said('status')),
    sort: sorts.has(sort) ? (sort as ServiceFilter['sort']) : plainView.sort,
    group: said('group'),
    rows: said('rows') === 'compact' ? 'compact' : plainView.rows,
  };
}

/** `down` in a link that somebody wrote is Down. What is no status matches nothing, and the page says so. */
function statusLike(given: string): string {
  return serviceStatuses.find((status) => status.toLowerCase() === given.toLowerCase()) ?? given;
}

/** The address of the list when it is looked at so. */
export function addressOf(view: ServiceFilter): string {
  const said = Object.entries(view).filter(
    ([name, value]) => value !== plainView[name as keyof ServiceFilter],
  );
  return said.length === 0 ? '#/' : `#/?${new URLSearchParams(said)}`;
}
