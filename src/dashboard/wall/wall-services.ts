import type { Service } from '../monitor/wire-types.ts';
import { rankOf } from '../wording/statuses.ts';

/** What is no news on a wall; what waits for its first heartbeat, and what was stopped, are counted only. */
const calm = new Set(['Healthy', 'Pending', 'Stopped']);

/** The services that somebody should see, worst first; of the same status the newest first: the others were seen already. */
export function wallServices(services: readonly Service[]): Service[] {
  return services
    .filter(({ status }) => !calm.has(status))
    .sort(
      (a, b) =>
        rankOf(a.status) - rankOf(b.status) ||
        b.since.localeCompare(a.since) ||
        a.serviceName.localeCompare(b.serviceName),
    );
}

/** What there is no room for, such as `20 Down, 3 Degraded`. */
export function countOthers(services: readonly Service[]): string {
  const counts = new Map<string, number>();
  for (const { status } of services) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}
