import { rankOf } from './statuses.js';

/** @import { ServiceFilter } from './page-types.ts' */
/** @import { Service } from './wire-types.ts' */

const collator = new Intl.Collator('en', { numeric: true });

/**
 * The services that the filter leaves, worst first, then by name, so that a row moves only when its status changes.
 *
 * @param {Service[]} services
 * @param {ServiceFilter} filter
 * @returns {Service[]}
 */
export function listServices(services, filter) {
  const words = filter.text.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean);
  return services
    .filter(
      (service) =>
        (filter.environment === '' || service.environment === filter.environment) &&
        (filter.status === '' || service.status === filter.status) &&
        words.every((word) => textOf(service).includes(word)),
    )
    .sort(
      (a, b) =>
        rankOf(a.status) - rankOf(b.status) ||
        collator.compare(a.serviceName, b.serviceName) ||
        collator.compare(a.environment, b.environment),
    );
}

/** @param {Service} service */
function textOf({ serviceName, environment, serviceId, labels }) {
  const named = Object.entries(labels).map(([name, value]) => `${name}:${value}`);
  return [serviceName, environment, serviceId, ...named].join(' ').toLowerCase();
}
