import { causeKey, overlaps } from './cause.ts';
import type { CommonCause } from './find-failure-domains.ts';
import type { GroupedIncident, OutageGroup } from './outage-group.ts';

/** A wider cause contains so much of a group that it is the same outage. */
const containedShare = 0.9;

/** What a new look at the silent did to a group. */
export interface GroupGrowth {
  group: OutageGroup;
  /** `widened`: more than the place that was told is silent, so that is told anew; `grown`: an edit will do. */
  change: 'none' | 'grown' | 'widened';
}

/** The open group that a cause continues; null: it is a new one. */
export function groupOf(found: CommonCause, groups: readonly OutageGroup[]): OutageGroup | null {
  const open = groups.filter(({ endedAtMs }) => endedAtMs === null);
  const same = open.filter(({ cause }) => overlaps(cause, found.cause));
  const contained = open.filter(({ instanceIds }) => {
    const inside = [...instanceIds].filter((id) => found.silentIds.has(id)).length;
    return inside > 0 && inside >= containedShare * instanceIds.size;
  });
  return [...same, ...contained].sort((a, b) => a.detectedAtMs - b.detectedAtMs)[0] ?? null;
}

/** The group with what was found now. It keeps its id and its start; nothing that was silent is forgotten. */
export function growGroup(
  group: OutageGroup,
  found: CommonCause,
  incidents: readonly GroupedIncident[],
): GroupGrowth {
  const known = new Set(group.incidents.map(({ incidentId }) => incidentId));
  const added = incidents.filter(({ incidentId }) => !known.has(incidentId));
  const instanceIds = new Set([...group.instanceIds, ...found.silentIds]);
  const isWider = found.silentIds.size > group.silent && causeKey(found.cause) !== causeKey(group.cause);
  const isGrown = added.length > 0 || instanceIds.size > group.instanceIds.size;
  if (!isWider && !isGrown) return { group, change: 'none' };
  return {
    change: isWider ? 'widened' : 'grown',
    group: {
      ...group,
      cause: isWider ? found.cause : group.cause,
      lastSilentAtMs: Math.max(group.lastSilentAtMs, found.lastSilentAtMs),
      instanceIds,
      silent: found.silentIds.size,
      members: Math.max(group.members, found.members),
      incidents: [...group.incidents, ...added],
      weakenedServiceIds: found.weakened,
      notExplainedServiceIds: found.notExplained,
      isChanged: true,
    },
  };
}
