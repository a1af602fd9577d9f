/**
 * The one sentence that somebody wants who was woken up, and the status that gives it its colour. `isAll`: no service is
 * left out of the counts.
 */
export function headline(counts: Map<string, number>, isAll: boolean): { status: string; text: string } {
  const present = [...counts].filter(([, count]) => count > 0);
  const total = present.reduce((sum, [, count]) => sum + count, 0);
  const healthy = counts.get('Healthy') ?? 0;
  if (total === 0) return { status: 'Stopped', text: 'No service yet' };
  if (isAll && healthy === total) {
    return {
      status: 'Healthy',
      text: total === 1 ? 'The service is Healthy' : `All ${total} services are Healthy`,
    };
  }
  // What waits for its first heartbeat is no news while others are well.
  const [status, count] = present.find(([each]) => each !== 'Pending' || healthy === 0) ?? [
    'Healthy',
    healthy,
  ];
  return { status, text: `${count === 1 ? '1 service is' : `${count} services are`} ${status}` };
}
