import { partitionOf } from '../domain/ids.ts';
import { type PartitionKeys, partitionKeys } from './keys.ts';

/** Where things are: the keys of every partition, and of the partition that an id belongs to. */
export interface Partitions {
  all: PartitionKeys[];
  of(id: string): PartitionKeys;
}

export function createPartitions(count: number): Partitions {
  const all = Array.from({ length: count }, (_, partition) => partitionKeys(partition));
  return {
    all,
    of(id) {
      const keys = all[partitionOf(id, count)];
      if (keys === undefined) throw new Error(`no partition for id ${id}`);
      return keys;
    },
  };
}
