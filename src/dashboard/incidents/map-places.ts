import type { Instance } from '../monitor/wire-types.ts';
import { rankOf } from '../wording/statuses.ts';

/** One machine, as far as the instances on it say how it is. */
export interface Place {
  host: string;
  /** The worst. */
  status: string;
  /** How many instances are in each status, worst first. */
  counts: [status: string, count: number][];
}

export interface Zone {
  /** Empty: no instance says where it is. */
  name: string;
  places: Place[];
}

/** What an instance that is gone says of its machine is of the past. */
const past = new Set(['Stopped', 'Replaced', 'Expired']);

/** Where the instances run: zones by name, in each its machines, worst first. */
export function mapPlaces(instances: readonly Instance[]): Zone[] {
  const living = instances.filter(({ status }) => !past.has(status));
  const zones = Map.groupBy(living, ({ location }) => location.zone ?? location.region ?? '');
  return [...zones]
    .map(([name, some]) => ({ name, places: placesOf(some) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function placesOf(instances: readonly Instance[]): Place[] {
  const hosts = Map.groupBy(
    instances,
    ({ location, hostname, instanceKey }) => location.host ?? location.node ?? hostname ?? instanceKey,
  );
  return [...hosts].map(([host, some]) => placeOf(host, some)).sort(worstFirst);
}

function placeOf(host: string, instances: readonly Instance[]): Place {
  const byStatus = Map.groupBy(instances, ({ status }) => status);
  const counts = [...byStatus].map(([status, some]): [string, number] => [status, some.length]);
  counts.sort(([a], [b]) => rankOf(a) - rankOf(b));
  return { host, status: counts[0]?.[0] ?? '', counts };
}

function worstFirst(a: Place, b: Place): number {
  return rankOf(a.status) - rankOf(b.status) || a.host.localeCompare(b.host, undefined, { numeric: true });
}
