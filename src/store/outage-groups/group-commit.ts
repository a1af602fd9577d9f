import type { GroupView } from '../../actors/ports/outage-groups.ts';
import { type KeptGroup, keptGroup } from '../../domain/failure-domains/kept-group.ts';
import type { Command, Comparison } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';
import { groupRecord } from './group-record.ts';

/** The comparisons and the commands that write a group: the group, its places in the lists, and its timer. */
export function groupCommit(
  keys: PartitionKeys,
  before: GroupView | null,
  after: KeptGroup,
  nextTurnAtMs: number,
): { compare: Comparison[]; write: Command[] } {
  const { groupId, startedAtMs, endedAtMs } = after.group;
  const key = keys.group(groupId);
  const cause = causeCommit(keys, before?.kept ?? null, after);
  const compare: Comparison[] = [
    { command: ['HGET', key, 'revision'], expected: before?.revision ?? '' },
    ...cause.compare,
  ];
  const isOver = endedAtMs !== null && after.due === null;
  const timer: Command = isOver
    ? ['ZREM', keys.groupTimer, groupId]
    : ['ZADD', keys.groupTimer, nextTurnAtMs, groupId];
  const text = groupRecord.toText(after);
  // Most looks find nothing new, and a group may be large.
  if (before !== null && text === groupRecord.toText(before.kept)) return { compare, write: [timer] };
  const write: Command[] = [
    ['HSET', key, 'revision', (before?.revision ?? 0) + 1, 'kept', text],
    ['ZADD', keys.groups, startedAtMs, groupId],
    ...newIncidents(before?.kept ?? null, after).map(
      (incidentId): Command => ['HSET', keys.groupOfIncident, incidentId, groupId],
    ),
    ...cause.write,
    timer,
  ];
  return { compare, write };
}

/** No two open groups have one cause; it is free from the end on, also while that is still being told. */
function causeCommit(
  keys: PartitionKeys,
  before: KeptGroup | null,
  after: KeptGroup,
): { compare: Comparison[]; write: Command[] } {
  const cause = keptGroup.key(after);
  const previous = before && keptGroup.key(before);
  if (after.group.endedAtMs !== null) {
    const wasOpen = before?.group.endedAtMs === null;
    return { compare: [], write: wasOpen ? [['HDEL', keys.groupCauses, cause]] : [] };
  }
  if (cause === previous) return { compare: [], write: [] };
  return {
    compare: [{ command: ['HGET', keys.groupCauses, cause], expected: '' }],
    write: [
      ...(previous === null ? [] : ([['HDEL', keys.groupCauses, previous]] as Command[])),
      ['HSET', keys.groupCauses, cause, after.group.groupId],
    ],
  };
}

function newIncidents(before: KeptGroup | null, after: KeptGroup): string[] {
  const known = new Set(before?.group.incidents.map(({ incidentId }) => incidentId));
  return after.group.incidents.map(({ incidentId }) => incidentId).filter((id) => !known.has(id));
}
