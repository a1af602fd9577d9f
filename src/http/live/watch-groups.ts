import type { GroupReadings } from '../../actors/ports/outage-groups.ts';
import { outageGroupSchemas } from '../schemas/outage-group.ts';
import { type Change, frameOf } from './change.ts';
import { markOf } from './mark-of.ts';

/** What a look at the outage groups found. */
export interface SeenGroups {
  /** Another text whenever a group began, changed or ended. */
  mark: string;
  /** Since the look before; none at the first. */
  changes: Change[];
  /** Incidents that may have come into a group, or out of one. */
  incidentIds: ReadonlySet<string>;
}

/** Finds changes of outage groups, which no event tells: at rest for one command. */
export function createWatchGroups(
  groups: Pick<GroupReadings, 'openRevisions' | 'group'>,
): () => Promise<SeenGroups> {
  let known: ReadonlyMap<string, string> | null = null;
  /** The incidents of the groups that are open. */
  const incidentsOf = new Map<string, ReadonlySet<string>>();

  return async function lookAtGroups() {
    const revisions = await groups.openRevisions();
    const before = known ?? revisions;
    const changed = [...new Set([...before.keys(), ...revisions.keys()])].filter(
      (id) => before.get(id) !== revisions.get(id),
    );
    const kept = await Promise.all(changed.map((id) => groups.group(id)));
    // Only now: what could not be read is read again at the next look.
    known = revisions;
    const changes: Change[] = [];
    const incidentIds = new Set<string>();
    for (const [i, groupId] of changed.entries()) {
      const group = kept[i] ?? null;
      if (group === null) continue;
      const ids = new Set(group.group.incidents.map(({ incidentId }) => incidentId));
      const knownIds = incidentsOf.get(groupId) ?? new Set();
      for (const id of [...ids, ...knownIds]) if (!ids.has(id) || !knownIds.has(id)) incidentIds.add(id);
      if (revisions.has(groupId)) incidentsOf.set(groupId, ids);
      else incidentsOf.delete(groupId);
      changes.push({
        about: `outage-group ${groupId}`,
        frame: (key) =>
          outageGroupSchemas.mayShow(key, group)
            ? frameOf('outage-group', outageGroupSchemas.toReply(group, key))
            : null,
      });
    }
    return { mark: markOf([...revisions].map((pair) => pair.join()).sort()), changes, incidentIds };
  };
}
