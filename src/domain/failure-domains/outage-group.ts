import type { Ids } from '../ids.ts';
import { type Cause, causeKey } from './cause.ts';
import type { CommonCause } from './find-failure-domains.ts';

/** An incident of a group. */
export interface GroupedIncident {
  incidentId: string;
  serviceId: string;
  serviceName: string;
  environment: string;
  downAfterMs: number;
  /** Where a message of its own would go: the message of the group names it there, and nowhere else. */
  channels: readonly string[];
  /** Where its escalation may go; the escalation of the group names it there. Absent: an older program wrote it. */
  escalatesTo?: readonly string[];
  /** Whether it has a message of its own: from before the group, or because it is not back when most are. */
  isToldAlone: boolean;
  isOver: boolean;
  /** Whether it is over because somebody resolved it, and its service is not heard again. Absent: it is not. */
  isClosed?: boolean;
  /** Whether somebody works on it: then nobody is reminded of it. Absent: nobody does, as far as is known. */
  isAcknowledged?: boolean;
  /** Who. Absent: nobody does, or an older program wrote it. */
  acknowledgedBy?: string;
}

/** Incidents with one cause. Only messages are put together; each incident remains what it is. */
export interface OutageGroup {
  groupId: string;
  cause: Cause;
  /** The first and the last of the last heartbeats. */
  startedAtMs: number;
  lastSilentAtMs: number;
  detectedAtMs: number;
  endedAtMs: number | null;
  /** Every instance that was silent because of it. */
  instanceIds: ReadonlySet<string>;
  /** How many of these are still silent: not heard again, not replaced, not stopped. */
  silent: number;
  members: number;
  incidents: readonly GroupedIncident[];
  weakenedServiceIds: readonly string[];
  notExplainedServiceIds: readonly string[];
  /** Since when at most a tenth of the instances is silent; null: more are. */
  mostlyBackAtMs: number | null;
  /** The last message or edit, and whether something has changed since. */
  toldAtMs: number;
  isChanged: boolean;
  /** Whether a reminder was sent. */
  isReminded: boolean;
  /** Whether it was told that somebody works on all that is open of it. Absent: it was not. */
  isAnswered?: boolean;
  /** How many, and when the last was; absent: none was, or an older program wrote it. */
  reminders?: { count: number; lastAtMs: number };
}

/** `incidents`: those of the services that lie inside the cause. */
export function openGroup(
  found: CommonCause,
  incidents: readonly GroupedIncident[],
  ids: Ids,
  nowMs: number,
): OutageGroup {
  const { cause, silentIds, members, firstSilentAtMs, lastSilentAtMs, weakened, notExplained } = found;
  return {
    groupId: ids.outageGroupId(causeKey(cause), firstSilentAtMs),
    cause,
    startedAtMs: firstSilentAtMs,
    lastSilentAtMs,
    detectedAtMs: nowMs,
    endedAtMs: null,
    instanceIds: silentIds,
    silent: silentIds.size,
    members,
    incidents,
    weakenedServiceIds: weakened,
    notExplainedServiceIds: notExplained,
    mostlyBackAtMs: null,
    toldAtMs: nowMs,
    isChanged: false,
    isReminded: false,
  };
}
