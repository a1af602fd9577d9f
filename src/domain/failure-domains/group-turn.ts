import type { GroupedIncident, OutageGroup } from './outage-group.ts';

const minuteMs = 60_000;
const editEveryMs = minuteMs;
const remindAfterMs = 30 * minuteMs;
const mostlyBackShare = 0.9;

/** What is due for a group. */
export type GroupTurn =
  | { kind: 'edit'; atMs: number }
  /** The message that names every service. */
  | { kind: 'remind'; atMs: number }
  /** Most are back, this one is not: it gets its own message. */
  | { kind: 'tell-alone'; atMs: number; incident: GroupedIncident }
  | { kind: 'end'; atMs: number };

/** The group after a look at its instances and incidents. */
export function withStanding(
  group: OutageGroup,
  { silent, over }: { silent: number; over: ReadonlySet<string> },
  nowMs: number,
): OutageGroup {
  const isMostlyBack = silent <= (1 - mostlyBackShare) * group.instanceIds.size + 1e-9;
  const incidents = group.incidents.map((one) =>
    over.has(one.incidentId) === one.isOver ? one : { ...one, isOver: over.has(one.incidentId) },
  );
  const isChanged = silent !== group.silent || incidents.some((one, index) => one !== group.incidents[index]);
  return {
    ...group,
    silent,
    incidents,
    mostlyBackAtMs: isMostlyBack ? (group.mostlyBackAtMs ?? nowMs) : null,
    isChanged: group.isChanged || isChanged,
  };
}

/** The next turn of a group if nothing changes until then; null: none. A turn is due when its time has come. */
export function nextGroupTurn(group: OutageGroup): GroupTurn | null {
  if (group.endedAtMs !== null) return null;
  const turns: GroupTurn[] = [];
  const endsAtMs = whenEnded(group);
  if (endsAtMs !== null) turns.push({ kind: 'end', atMs: endsAtMs });
  for (const incident of group.incidents) {
    const aloneAtMs = whenAlone(group, incident);
    if (aloneAtMs !== null) turns.push({ kind: 'tell-alone', atMs: aloneAtMs, incident });
  }
  if (!group.isReminded) turns.push({ kind: 'remind', atMs: group.detectedAtMs + remindAfterMs });
  if (group.isChanged) turns.push({ kind: 'edit', atMs: group.toldAtMs + editEveryMs });
  return turns.sort((a, b) => a.atMs - b.atMs)[0] ?? null;
}

/** The group after its turn. */
export function takeGroupTurn(group: OutageGroup, turn: GroupTurn, nowMs: number): OutageGroup {
  switch (turn.kind) {
    case 'edit':
      return { ...group, toldAtMs: nowMs, isChanged: false };
    case 'remind':
      return { ...group, toldAtMs: nowMs, isChanged: false, isReminded: true };
    case 'tell-alone': {
      const { incidentId } = turn.incident;
      const incidents = group.incidents.map((one) =>
        one.incidentId === incidentId ? { ...one, isToldAlone: true } : one,
      );
      return { ...group, incidents, isChanged: true };
    }
    case 'end':
      return { ...group, endedAtMs: turn.atMs, toldAtMs: nowMs, isChanged: false };
    default:
      return turn satisfies never;
  }
}

/** When a service that is not back gets its own message; null: it is back, has one, or most are not back either. */
function whenAlone({ mostlyBackAtMs }: OutageGroup, incident: GroupedIncident): number | null {
  if (mostlyBackAtMs === null || incident.isOver || incident.isToldAlone) return null;
  return mostlyBackAtMs + 2 * incident.downAfterMs;
}

/** It ends when nothing is silent any more, or when most are back and what is not back was told alone. */
function whenEnded(group: OutageGroup): number | null {
  const { mostlyBackAtMs, incidents, silent } = group;
  if (mostlyBackAtMs === null) return null;
  if (silent === 0) return mostlyBackAtMs;
  if (incidents.some((one) => !one.isOver && !one.isToldAlone)) return null;
  return mostlyBackAtMs + 2 * Math.max(0, ...incidents.map(({ downAfterMs }) => downAfterMs));
}
