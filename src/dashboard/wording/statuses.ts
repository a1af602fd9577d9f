/** The order in which people want to see services. */
export const serviceStatuses = ['Down', 'Degraded', 'Recovered', 'Pending', 'Healthy', 'Stopped'] as const;

/** The same for instances, which can also have left. */
export const instanceStatuses: readonly string[] = [...serviceStatuses, 'Replaced', 'Expired'];

/** Worst first. A status of which this page has not heard may be anything, so it stands before those that are fine. */
export function rankOf(status: string): number {
  const rank = instanceStatuses.indexOf(status);
  return rank === -1 ? instanceStatuses.indexOf('Pending') - 0.5 : rank;
}

/** How many there are in each status: in all that are known, and in those of which there is one; worst first. */
export function countByStatus(services: readonly { status: string }[]): Map<string, number> {
  const counts = new Map<string, number>(serviceStatuses.map((status) => [status, 0]));
  for (const { status } of services) counts.set(status, (counts.get(status) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => rankOf(a) - rankOf(b)));
}
