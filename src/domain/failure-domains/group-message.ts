import type { ServiceName } from '../matches-service.ts';
import type { GroupMessageKind } from '../message-kinds.ts';
import type { Cause } from './cause.ts';

/**
 * `opened`: its first message to a channel; `changed`: more is Down, or fewer; `acknowledged`: somebody works
 * on all of it; `reminder`: it goes on; `escalation`: the
 * same, to a channel that is told because nobody has acknowledged; `over`: its end.
 */
export type GroupStage = 'opened' | 'changed' | 'acknowledged' | 'reminder' | 'escalation' | 'over';

/** A service that is Down because of the cause. */
export interface GroupedService extends ServiceName {
  incidentId: string;
  serviceId: string;
  /** Whether it is heard again, or its incident was resolved by hand. */
  isBack: boolean;
  /** That is why: it is not heard again. Absent: it is. */
  isClosed?: true;
  /** Whether it has a message of its own, because it is not back though most are. */
  isToldAlone: boolean;
  /** Who works on it; absent: nobody, or it was written by an older version. */
  acknowledgedBy?: string;
}

/** What a channel may say of an outage group: one message for incidents with one cause. */
export interface GroupMessage {
  notificationId: string;
  /** The group's; it stands where that of an incident does. */
  incidentId: string;
  /** The same in all messages of a group: one key for a pager, which `group-over` resolves. */
  groupId: string;
  kind: GroupMessageKind;
  stage: GroupStage;
  cause: Cause;
  /** The service of which the cause is a version; null: it is no version. */
  versionOf: string | null;
  silent: number;
  members: number;
  /** The first and the last of the last heartbeats. */
  firstSilentAtMs: number;
  lastSilentAtMs: number;
  endedAtMs: number | null;
  atMs: number;
  /** Those whose messages would have gone to the same channel. */
  services: readonly GroupedService[];
  /** How many services have silent instances there and are not Down. */
  weakened: number;
  /** Down at the same time for another reason: they have messages of their own. */
  notExplained: readonly ServiceName[];
  /** The page of the group, with its incidents. */
  url: string;
  /** Where a person can acknowledge its services without logging in; added for each attempt, and not stored. */
  acknowledgeUrl?: string;
}
