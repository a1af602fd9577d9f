import type { GroupStanding } from '../../domain/failure-domains/group-turn.ts';
import type { HeardMembers } from '../../domain/failure-domains/heard-members.ts';
import type { KeptGroup } from '../../domain/failure-domains/kept-group.ts';
import type { LateInstance } from '../../domain/failure-domains/late-instance.ts';
import type { Labels } from '../../domain/labels.ts';
import type { ServiceName } from '../../domain/policy.ts';
import type { CommitOutcome } from './commits.ts';
import type { Page, PageRequest } from './reading.ts';

/** All that a look for common causes needs of the fleet. */
export interface FleetView {
  late: LateInstance[];
  /** The services of these that are Down. */
  down: ReadonlySet<string>;
  heard: HeardMembers;
}

/** The fleet, read over all partitions; the cost is that of the instances that are late, and of their neighbours. */
export interface Fleet {
  read(): Promise<FleetView>;
}

/** The right to look for common causes: one look at a time in the whole cluster, with a rest after each. */
export interface LookRights {
  /** When the latest look began that was finished; 0: there was none. */
  lookedAtMs(): Promise<number>;
  /** The time at which the look begins; null: another one goes on, or was just finished. */
  take(): Promise<number | null>;
  /** The look that began then was finished. */
  finished(beganAtMs: number): Promise<void>;
}

/** A group as one read saw it. */
export interface GroupView {
  kept: KeptGroup;
  revision: number;
}

/** A service that is Down, with its open incident. */
export interface DownService extends ServiceName {
  serviceId: string;
  incidentId: string;
  labels: Labels;
  detectedAtMs: number;
  /** Whether one of these channels was told of the present outage by a message of its own, or is just now. */
  isTold: boolean;
}

/** Outage groups: few, and all in the first partition. */
export interface OutageGroups {
  now(): Promise<number>;
  read(groupId: string): Promise<GroupView | null>;
  /** Those that are not over. */
  open(): Promise<GroupView[]>;
  /** Writes a group if it is as it was read, or if no open group has its cause; it is looked at again at `nextTurnAtMs`. */
  commit(before: GroupView | null, after: KeptGroup, nextTurnAtMs: number): Promise<CommitOutcome>;
  /** Open groups whose time has come; null: no group is open. */
  due(): Promise<string[] | null>;
  /** How many of its instances are still silent, and which of its incidents are over, or seem to be, or are acknowledged. */
  standing(kept: KeptGroup): Promise<GroupStanding & { nowMs: number }>;
  /** Of these services those that have an open incident. */
  downServices(serviceIds: readonly string[], channelIds: readonly string[]): Promise<DownService[]>;
  names(serviceIds: readonly string[]): Promise<(ServiceName & { serviceId: string; labels: Labels })[]>;
  /** Plans the messages anew that were part of the group; those that are to be sent now. */
  tellAlone(
    part: { groupId: string; incidentId: string; because: string },
    channelIds: readonly string[],
  ): Promise<{ notificationId: string; channelId: string; attempts: number }[]>;
}

/** Outage groups for people and programs to look at. */
export interface GroupReadings {
  group(groupId: string): Promise<KeptGroup | null>;
  /** By incident: the latest that it is or was part of. */
  groupsOf(incidentIds: readonly string[]): Promise<ReadonlyMap<string, KeptGroup>>;
  /** Of the open groups: how often each was written. */
  openRevisions(): Promise<ReadonlyMap<string, string>>;
  /** Newest first. */
  groups(request: PageRequest, includes: (kept: KeptGroup) => boolean): Promise<Page<KeptGroup>>;
}
