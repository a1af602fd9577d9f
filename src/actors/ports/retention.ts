import type { ListedAuditEntry } from '../../domain/audit.ts';
import type { OutageGroup } from '../../domain/failure-domains/outage-group.ts';
import type { Incident, IncidentState } from '../../domain/incident.ts';
import type { MaintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import type { Notification } from '../../domain/notification.ts';
import type { GapStanding } from '../../domain/retention.ts';

/** What is kept for a time. */
export const recordKinds = [
  'incident',
  'notification',
  'audit-entry',
  'blind-gap',
  'maintenance',
  'outage-group',
] as const;

export type RecordKind = (typeof recordKinds)[number];

/** Records that may be old, oldest first. */
export interface Portion<T> {
  found: T[];
  /** Where the next portion begins; null: there is none. */
  next: string | null;
}

/** One list of records that are kept for a time; no call takes Redis more than 5 ms. */
export interface OldRecords<T> {
  /** The clock by which they are old. */
  nowMs(): Promise<number>;
  /** At most a hundred of those that stand in the list with a time before this one; they need not be old. */
  read(beforeMs: number, after: string | null): Promise<Portion<T>>;
  /** Removes them from everywhere, those that are as they were read; how many that were. */
  remove(records: readonly T[]): Promise<number>;
}

/** An incident as it was read; null: the list names one that is not there. */
export interface OldIncident {
  incidentId: string;
  incident: Incident | null;
  text: string;
  /** How many notifications of it there are. */
  notifications: number;
}

/** A notification with the state of its incident; null: there is none. */
export interface OldNotification {
  notificationId: string;
  notification: Notification | null;
  incident: IncidentState | null;
}

export interface OldAuditEntry {
  entry: ListedAuditEntry;
  /** How many are newer. */
  newer: number;
}

export type OldGap = GapStanding;

/** An outage group as it was read; null: the list names one that is not there. */
export interface OldGroup {
  groupId: string;
  group: OutageGroup | null;
  revision: number | null;
}

/** A maintenance window that is over, as it was read. */
export interface OldMaintenance {
  window: MaintenanceWindow;
  endedAtMs: number;
  text: string;
}

/** Where records are written down before they are removed. */
export interface Archive {
  /** Rejects when it cannot be written to. */
  examine(): Promise<void>;
  /** Resolves when the lines are on the disk; `atMs` says in which file. A call that fails may leave some of them. */
  append(lines: readonly string[], atMs: number): Promise<void>;
}

/** The right of one worker at a time to remove records. */
export interface RetentionLease {
  hold(): Promise<boolean>;
  release(): Promise<void>;
}
