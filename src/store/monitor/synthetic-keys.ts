import { synthetic } from '../../domain/synthetic-outage.ts';
import type { PartitionKeys } from '../keys.ts';
import type { Partitions } from '../partition.ts';

/** The same partitions, in which the things of synthetic services stand in lists and totals of their own. */
export function withSyntheticKeys(partitions: Partitions): Partitions {
  return {
    ...partitions,
    of(id, service) {
      const keys = partitions.of(id, service);
      return service !== undefined && synthetic.isIn(service) ? syntheticKeys(keys) : keys;
    },
  };
}

function syntheticKeys(keys: PartitionKeys): PartitionKeys {
  return {
    ...keys,
    totals: keys.synthetic('totals'),
    serviceIndex: keys.synthetic('services'),
    incidents: keys.synthetic('incidents'),
    notifications: keys.synthetic('notifications'),
  };
}
