import type { GroupedIncident, OutageGroup } from './outage-group.ts';

const minuteMs = 60_000;
const editEveryMs = minuteMs;
const remindAfterMs = 30 * minuteMs;
const longestWaitMs = 8 * remindAfterMs;
const mostlyBackShare = 0.9;

/** What is due for a group. */
export type GroupTurn =
  | { kind: 'edit'; atMs: number }
  /** Somebody works on all that is open of it. */
  | { kind: 'answer'; atMs: number }
  /** The message that names every service. */
  | { kind: 'remind'; atMs: number }
  /** Most are back, this one is not: it gets its own message. */
  | { kind: 'tell-alone'; atMs: number; incident: GroupedIncident }
  | { kind: 'end'; atMs: number };

/** What a look found of a group: how many are silent, which incidents are over, and on which somebody works. */
export interface GroupStanding {
  silent: number;
  over: ReadonlySet<string>;
  /** By whom. */
  acknowledged: ReadonlyMap<string, string>;
  /** Of those that are over, the ones that somebody resolved although the service is not heard again; absent: none. */
  closed?: ReadonlySet<string>;
}

/** The group after a look at its instances and incidents. */
export function withStanding(
  group: OutageGroup,
  { silent, over, acknowledged, closed = new Set() }: GroupStanding,
  nowMs: number,
): OutageGroup {
  const isMostlyBack = silent <= (1 - mostlyBackShare) * group.instanceIds.size + 1e-9;
  const incidents = group.incidents.map((one) =>
    withIncident(one, {
      isOver: over.has(one.incidentId),
      isAcknowledged: acknowledged.has(one.incidentId),
      acknowledgedBy: acknowledged.get(one.incidentId),
      isClosed: closed.has(one.incidentId),
    }),
  );
  const isAnswered = isAllAcknowledged(incidents);
  const isChanged =
    silent !== group.silent || incidents.some((one, index) => one.isOver !== group.incidents[index]?.isOver);
  return {
    ...group,
    silent,
    incidents,
    ...(group.isAnswered === true ? { isAnswered } : {}),
    mostlyBackAtMs: isMostlyBack ? (group.mostlyBackAtMs ?? nowMs) : null,
    isChanged: group.isChanged || isChanged,
  };
}

function withIncident(
  one: GroupedIncident,
  {
    acknowledgedBy: by,
    ...now
  }: Required<Pick<GroupedIncident, 'isOver' | 'isAcknowledged' | 'isClosed'>> & {
    acknowledgedBy: string | undefined;
  },
): GroupedIncident {
  const { isOver, isAcknowledged = false, isClosed = false, acknowledgedBy } = one;
  const isSame =
    isOver === now.isOver &&
    isAcknowledged === now.isAcknowledged &&
    acknowledgedBy === by &&
    isClosed === now.isClosed;
  return isSame ? one : { ...one, ...now, ...(by === undefined ? {} : { acknowledgedBy: by }) };
}

/** Whether somebody works on all that is Down of it and has no message of its own; what is over asks for nobody. */
function isAllAcknowledged(incidents: readonly GroupedIncident[]): boolean {
  const open = incidents.filter(({ isOver, isToldAlone }) => !isOver && !isToldAlone);
  return open.length > 0 && open.every(({ isAcknowledged = false }) => isAcknowledged);
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
  const remindAtMs = whenReminded(group);
  if (remindAtMs !== null) turns.push({ kind: 'remind', atMs: remindAtMs });
  if (group.isAnswered !== true && isAllAcknowledged(group.incidents))
    turns.push({ kind: 'answer', atMs: group.toldAtMs });
  if (group.isChanged) turns.push({ kind: 'edit', atMs: group.toldAtMs + editEveryMs });
  return turns.sort((a, b) => a.atMs - b.atMs)[0] ?? null;
}

/** The group after its turn. */
export function takeGroupTurn(group: OutageGroup, turn: GroupTurn, nowMs: number): OutageGroup {
  switch (turn.kind) {
    case 'edit':
      return { ...group, toldAtMs: nowMs, isChanged: false };
    case 'remind':
      return {
        ...{ ...group, toldAtMs: nowMs, isChanged: false, isReminded: true },
        reminders: { count: remindersOf(group).count + 1, lastAtMs: nowMs },
      };
    case 'answer':
      return { ...group, isAnswered: true };
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

/**
 * It reminds for all its incidents, each time later, as long as something of it is Down that nobody has acknowledged; null:
 * nothing is.
 */
function whenReminded(group: OutageGroup): number | null {
  const isAnswered = ({ isOver, isToldAlone, isAcknowledged = false }: GroupedIncident) =>
    isOver || isToldAlone || isAcknowledged;
  if (group.incidents.length > 0 && group.incidents.every(isAnswered)) return null;
  const { count, lastAtMs } = remindersOf(group);
  return lastAtMs + Math.min(longestWaitMs, remindAfterMs * 2 ** count);
}

function remindersOf({ reminders, isReminded, detectedAtMs, toldAtMs }: OutageGroup) {
  if (reminders !== undefined) return reminders;
  return isReminded ? { count: 1, lastAtMs: toldAtMs } : { count: 0, lastAtMs: detectedAtMs };
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
