import type { Service } from '../monitor/wire-types.ts';
import type { ServiceFilter } from '../page/page-types.ts';
import { rankOf } from '../wording/statuses.ts';

const collator = new Intl.Collator('en', { numeric: true });

type Compare = (a: Service, b: Service) => number;

const byName: Compare = (a, b) =>
  collator.compare(a.serviceName, b.serviceName) || collator.compare(a.environment, b.environment);

/** Worst first, then by name, so that a row moves only when its status changes. */
const orders: Record<ServiceFilter['sort'], Compare> = {
  worst: (a, b) => rankOf(a.status) - rankOf(b.status) || byName(a, b),
  name: byName,
  changed: (a, b) => b.since.localeCompare(a.since) || byName(a, b),
};

/** The services that the filter leaves, in its order. */
export function listServices(services: readonly Service[], filter: ServiceFilter): Service[] {
  const words = filter.text.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean);
  return services
    .filter(
      (service) =>
        (filter.environment === '' || service.environment === filter.environment) &&
        (filter.status === '' || service.status === filter.status) &&
        (words.length === 0 || hasWords(service, words)),
    )
    .sort(orders[filter.sort]);
}

function hasWords({ serviceName, environment, serviceId, labels }: Service, words: string[]): boolean {
  const named = Object.entries(labels).map(([name, value]) => `${name}:${value}`);
  const text = [serviceName, environment, serviceId, ...named].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
