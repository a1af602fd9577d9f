/** @import { Instance, Service } from './wire-types.ts' */

/** The order in which people want to see services. */
export const serviceStatuses = /** @type {const} */ ([
  'Down',
  'Degraded',
  'Recovered',
  'Pending',
  'Healthy',
  'Stopped',
]);

/** The same for instances, which can also have left. */
export const instanceStatuses = [...serviceStatuses, 'Replaced', 'Expired'];

/**
 * Worst first. A status of which this page has not heard may be anything, so it stands before those that are fine.
 *
 * @param {string} status
 */
export function rankOf(status) {
  const rank = instanceStatuses.indexOf(status);
  return rank === -1 ? instanceStatuses.indexOf('Pending') - 0.5 : rank;
}

/**
 * How many services there are in each status: in all that are known, and in those of which there is one.
 *
 * @param {Service[]} services
 * @returns {Map<string, number>} In the order of their rank.
 */
export function countByStatus(services) {
  const counts = new Map(serviceStatuses.map((status) => [/** @type {string} */ (status), 0]));
  for (const { status } of services) counts.set(status, (counts.get(status) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => rankOf(a) - rankOf(b)));
}

/**
 * The one sentence that somebody wants who was woken up, and the status that gives it its colour.
 *
 * @param {Map<string, number>} counts
 * @param {boolean} isAll Whether no service is left out of the counts.
 * @returns {{ status: string, text: string }}
 */
export function headline(counts, isAll) {
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
  const [status, count] =
    present.find(([each]) => each !== 'Pending' || healthy === 0) ??
    /** @type {const} */ (['Healthy', healthy]);
  return { status, text: `${count === 1 ? '1 service is' : `${count} services are`} ${status}` };
}

/**
 * Worst first, then by name, so that a row moves only when its status changes.
 *
 * @param {Instance[]} instances
 */
export function sortInstances(instances) {
  return instances.toSorted(
    (a, b) => rankOf(a.status) - rankOf(b.status) || a.instanceKey.localeCompare(b.instanceKey),
  );
}
