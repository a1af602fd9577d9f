import { synthetic } from '../domain/synthetic-outage.ts';
import type { PartitionKeys } from './keys.ts';

/** The keys to write a service's things with: a synthetic one stands in lists and totals of its own. */
export function keysFor(keys: PartitionKeys, name: { environment: string }): PartitionKeys {
  if (!synthetic.isIn(name)) return keys;
  return {
    ...keys,
    totals: keys.synthetic('totals'),
    serviceIndex: keys.synthetic('services'),
    incidents: keys.synthetic('incidents'),
    notifications: keys.synthetic('notifications'),
  };
}
