import { isStale } from './connection-view.js';
import { countByStatus } from './statuses.js';

/** @import { State } from './page-types.ts' */

/**
 * What the tab says and shows, to be seen among forty others.
 *
 * @param {Pick<State, 'services' | 'connection' | 'isOld'>} state
 */
export function formatTitle(state) {
  const name = 'Service Monitor';
  if (isStale(state)) return { title: `No contact · ${name}`, icon: '/dashboard/icon-down.svg' };
  const counts = countByStatus(state.services?.items ?? []);
  const [down, degraded] = [counts.get('Down') ?? 0, counts.get('Degraded') ?? 0];
  if (down > 0) return { title: `${down} Down · ${name}`, icon: '/dashboard/icon-down.svg' };
  return { title: degraded > 0 ? `${degraded} Degraded · ${name}` : name, icon: '/dashboard/icon.svg' };
}
