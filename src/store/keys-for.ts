import { rehearsal } from '../domain/rehearsal.ts';
import type { PartitionKeys } from './keys.ts';

/** The keys to write a service's things with: one that is only rehearsed with stands in lists and totals of its own. */
export function keysFor(keys: PartitionKeys, name: { environment: string }): PartitionKeys {
  if (!rehearsal.isIn(name)) return keys;
  return {
    ...keys,
    totals: keys.rehearsed('totals'),
    serviceIndex: keys.rehearsed('services'),
    incidents: keys.rehearsed('incidents'),
    notifications: keys.rehearsed('notifications'),
  };
}
