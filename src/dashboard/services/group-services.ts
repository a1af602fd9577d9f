import type { Service } from '../monitor/wire-types.ts';
import { countByStatus, rankOf } from '../wording/statuses.ts';

/** Services that have a word in common, and how they are. */
export interface ServiceGroup {
  name: string;
  worst: string;
  /** Those in which there is one, worst first. */
  counts: [status: string, count: number][];
  services: Service[];
}

/** By `environment`, or by a label such as `label:team`; worst group first, those without the label at the end. */
export function groupServices(services: readonly Service[], by: string): ServiceGroup[] {
  const groups = Map.groupBy(services, (service) => wordOf(service, by));
  return [...groups]
    .map(([name, some]) => {
      const counts = [...countByStatus(some)].filter(([, count]) => count > 0);
      return { name, counts, worst: counts[0]?.[0] ?? '', services: some };
    })
    .sort(
      (a, b) =>
        Number(a.name === '') - Number(b.name === '') ||
        rankOf(a.worst) - rankOf(b.worst) ||
        a.name.localeCompare(b.name),
    );
}

/** What a list can be grouped by: the environment, and every label that a service has. */
export function groupings(services: readonly Service[]): { value: string; text: string }[] {
  const labels = new Set(services.flatMap((service) => Object.keys(service.labels)));
  return [
    { value: 'environment', text: 'environment' },
    ...[...labels].sort().map((label) => ({ value: `label:${label}`, text: label })),
  ];
}

function wordOf({ environment, labels }: Service, by: string): string {
  if (by === 'environment') return environment;
  const label = by.replace(/^label:/, '');
  return Object.hasOwn(labels, label) ? (labels[label] ?? '') : '';
}
