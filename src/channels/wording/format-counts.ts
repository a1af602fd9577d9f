import type { StatusCounts } from '../../domain/roll-up-status.ts';

const worstFirst = ['Down', 'Degraded', 'Recovered', 'Healthy', 'Pending'] as const;

/** How many instances are in which status, the worst first. */
export function formatCounts(counts: StatusCounts): string {
  const present = worstFirst.filter((status) => counts[status] > 0);
  const total = present.reduce((sum, status) => sum + counts[status], 0);
  if (total === 0) return 'none';
  const parts = present.map((status) => `${counts[status]} ${status}`);
  return present.length === 1 ? parts.join() : `${parts.join(', ')} (${total} in all)`;
}
