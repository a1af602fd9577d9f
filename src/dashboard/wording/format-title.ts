import type { Service } from '../monitor/wire-types.ts';
import { countByStatus } from './statuses.ts';

const name = 'Service Monitor';

/** What the tab says and shows, to be seen among forty others. */
export function formatTitle(services: readonly Service[], isStale: boolean): { title: string; icon: string } {
  if (isStale) return { title: `No contact · ${name}`, icon: '/dashboard/icon-down.svg' };
  const counts = countByStatus(services);
  const [down, degraded] = [counts.get('Down') ?? 0, counts.get('Degraded') ?? 0];
  if (down > 0) return { title: `${down} Down · ${name}`, icon: '/dashboard/icon-down.svg' };
  return { title: degraded > 0 ? `${degraded} Degraded · ${name}` : name, icon: '/dashboard/icon.svg' };
}
