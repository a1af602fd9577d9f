import { partitionOf } from '../domain/ids.ts';
import { type PartitionKeys, partitionKeys } from './keys.ts';

/** Where things are: the keys of every partition, and of the partition that an id belongs to. */
export interface Partitions {
  all: PartitionKeys[];
  /** With a service's name: those to write the things of this service with. */
  of(id: string, service?: { environment: string }): PartitionKeys;
  at(partition: number): PartitionKeys;
}

export function createPartitions(count: number): Partitions {
  const all = Array.from({ length: count }, (_, partition) => partitionKeys(partition));
  const at = (partition: number) => {
    const keys = all[partition];
    if (keys === undefined) throw new Error(`there is no partition ${partition}`);
    return keys;
  };
  return { all, at, of: (id) => at(partitionOf(id, count)) };
}
