import type { Instance } from '../monitor/wire-types.ts';
import { rankOf } from '../wording/statuses.ts';

/** Worst first, then by name, so that a card moves only when its status changes. */
export function sortInstances(instances: readonly Instance[]): Instance[] {
  return instances.toSorted(
    (a, b) => rankOf(a.status) - rankOf(b.status) || a.instanceKey.localeCompare(b.instanceKey),
  );
}
