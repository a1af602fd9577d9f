import { type Ids, partitionOf } from '../domain/ids.ts';
import { synthetic } from '../domain/synthetic-outage.ts';

/** A service for each partition: the first names of a row whose ids lie there. */
export function syntheticServiceNames(ids: Ids, partitions: number): string[] {
  const names: string[] = [];
  for (let i = 0; names.filter(Boolean).length < partitions; i++) {
    const name = `rehearsal-${i}`;
    const partition = partitionOf(ids.serviceId(name, synthetic.environment), partitions);
    names[partition] ??= name;
  }
  return names;
}
