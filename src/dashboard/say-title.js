import { countByStatus } from './statuses.js';

/** @import { State } from './page-types.ts' */

/**
 * What the tab says and shows, to be seen among forty others.
 *
 * @param {Pick<State, 'services' | 'connection'>} state
 */
export function sayTitle({ services, connection }) {
  const name = 'Service Monitor';
  if (connection.kind === 'unreachable' || connection.kind === 'unavailable') {
    return { title: `No contact · ${name}`, icon: '/dashboard/icon-down.svg' };
  }
  const { Down, Degraded } = countByStatus(services?.items ?? []);
  if (Down > 0) return { title: `${Down} Down · ${name}`, icon: '/dashboard/icon-down.svg' };
  return { title: Degraded > 0 ? `${Degraded} Degraded · ${name}` : name, icon: '/dashboard/icon.svg' };
}
