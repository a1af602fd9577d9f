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
 * How many services there are in each status.
 *
 * @param {Service[]} services
 * @returns {Record<Service['status'], number>}
 */
export function countByStatus(services) {
  const counts = { Down: 0, Degraded: 0, Recovered: 0, Pending: 0, Healthy: 0, Stopped: 0 };
  for (const { status } of services) counts[status] += 1;
  return counts;
}

/**
 * The one sentence that somebody wants who was woken up, and the status that gives it its colour.
 *
 * @param {Record<Service['status'], number>} counts
 * @param {boolean} isAll Whether no service is left out of the counts.
 * @returns {{ status: Service['status'], text: string }}
 */
export function headline(counts, isAll) {
  const total = serviceStatuses.reduce((sum, status) => sum + counts[status], 0);
  for (const status of /** @type {const} */ (['Down', 'Degraded', 'Recovered'])) {
    if (counts[status] > 0) return { status, text: `${say(counts[status])} ${status}` };
  }
  if (isAll && counts.Healthy > 0 && counts.Healthy === total) {
    return {
      status: 'Healthy',
      text: total === 1 ? 'The service is Healthy' : `All ${total} services are Healthy`,
    };
  }
  if (counts.Healthy > 0) return { status: 'Healthy', text: `${say(counts.Healthy)} Healthy` };
  if (counts.Pending > 0) return { status: 'Pending', text: `${say(counts.Pending)} Pending` };
  return { status: 'Stopped', text: total === 0 ? 'No service yet' : `${say(total)} Stopped` };
}

/** @param {number} count */
function say(count) {
  return count === 1 ? '1 service is' : `${count} services are`;
}

/**
 * Worst first, then by name, so that a row moves only when its status changes.
 *
 * @param {Instance[]} instances
 */
export function sortInstances(instances) {
  const rank = (/** @type {Instance} */ instance) => instanceStatuses.indexOf(instance.status);
  return instances.toSorted((a, b) => rank(a) - rank(b) || a.instanceKey.localeCompare(b.instanceKey));
}
