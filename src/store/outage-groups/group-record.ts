import type { GroupView } from '../../actors/ports/outage-groups.ts';
import type { KeptGroup } from '../../domain/failure-domains/kept-group.ts';

/** As JSON has it. */
type Written = KeptGroup & { group: { instanceIds: Iterable<string> } };

/** How a group is kept: a set is no JSON. */
export const groupRecord = {
  toText: (kept: KeptGroup): string =>
    JSON.stringify({ ...kept, group: { ...kept.group, instanceIds: [...kept.group.instanceIds] } }),

  /** Null: there is no such group. */
  of([revision, text]: readonly (string | null)[]): GroupView | null {
    if (revision == null || text == null) return null;
    const read = JSON.parse(text) as Written;
    const instanceIds = new Set(read.group.instanceIds);
    return { revision: Number(revision), kept: { ...read, group: { ...read.group, instanceIds } } };
  },
} as const;
