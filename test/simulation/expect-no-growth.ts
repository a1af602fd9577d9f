import { expect } from 'vitest';
import type { Simulation } from './simulation.ts';

/** One wake-up for one attempt: no pile of jobs for a message that waits. */
export function expectFewJobs({ queue, disturbances }: Simulation): void {
  const jobs = Map.groupBy(queue.deliveries.values(), (job) => job.notificationId);
  // A job that is over is there until its time; each that the queue held back may still be.
  for (const some of jobs.values()) expect(some.length).toBeLessThanOrEqual(2 + disturbances);
}

/**
 * When all is well again there is no more than one job for each instance, and what was armed before is gone, but for the
 * end of those that left: its job stays though they came back.
 */
export function expectOneJobEach(
  { queue, disturbances, losses, driftMs, leavings }: Simulation,
  instances: number,
): void {
  // A clock that jumped makes instances expire before the job that was to do it.
  if (losses > 0 || driftMs !== 0) return;
  const jobs = [...queue.checks.values()].filter((job) => !job.isHeldBack);
  expect(jobs.length).toBeLessThanOrEqual(instances + disturbances + leavings);
}

/** While nothing happens but heartbeats nothing grows, except by reminders: no messages, no rows, no events, no incidents. */
export async function expectNoGrowth(simulation: Simulation): Promise<void> {
  const { intervalMs, downAfterMs } = simulation.rules.timing;
  const before = await countAll(simulation);
  await simulation.passTime(downAfterMs + 5 * intervalMs);
  const after = await countAll(simulation);
  for (const [what, count] of Object.entries(after))
    expect(`${count} ${what}`).toBe(`${Math.min(count, before[what] ?? 0)} ${what}`);
}

async function countAll({ store, queue }: Simulation): Promise<Record<string, number>> {
  const { events, incidents, notifications, gaps } = await store.all();
  const isReminder = ({ kind }: { kind?: string }) =>
    ['reminded', 'escalated', 'reminder', 'escalation'].includes(kind ?? '');
  const others = events.filter((event) => event.type !== 'incident.changed' || !isReminder(event));
  const rows = notifications.filter((row) => !isReminder(row));
  return {
    ...{ deliveries: queue.deliveries.size, events: others.length },
    ...{ incidents: incidents.length, rows: rows.length, gaps: gaps.length },
  };
}
