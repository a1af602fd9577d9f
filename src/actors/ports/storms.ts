import type { Incident } from '../../domain/incident.ts';
import type { DigestMessage, Message } from '../../domain/messages.ts';
import type { Notification } from '../../domain/notification.ts';
import type { DigestEntry } from '../../domain/telling/digest.ts';
import type { StormState } from '../../domain/telling/storm-limit.ts';
import type { CommitOutcome } from './commits.ts';
import type { Claim } from './notifications.ts';

/** What a channel was sent lately, as one message that is to be decided finds it. */
export interface StormView {
  channelId: string;
  /** Null: nothing is remembered. A digest that was given up before it ended is not open any more. */
  state: StormState | null;
  /** The state as it was read, for the commit. */
  text: string;
  /** When the digest was opened that the message is in already; null: it is in none. */
  digestOpenedAtMs: number | null;
  /** The same of the message before it, of the same incident. */
  previousDigestOpenedAtMs: number | null;
}

/** A line of a digest, and what is written with it. */
export interface DigestLineCommit {
  digestId: string;
  openedAtMs: number;
  notificationId: string;
  entry: DigestEntry;
  /** The row of the digest; null: it exists. */
  row: Notification | null;
}

/** What is remembered of each channel for people, so that it gets no more messages than its limit. */
export interface Storms {
  read(notification: Notification): Promise<StormView>;
  /** Writes the state after a decision, with the line of the message if it goes into a digest; stale: somebody wrote since. */
  commit(seen: StormView, after: StormState, line: DigestLineCommit | null): Promise<CommitOutcome>;
  /** Whether this digest is sent or was given up. */
  isSettled(digestId: string): Promise<boolean>;
  /** The messages that a digest collected. */
  entries(digestId: string): Promise<DigestEntry[]>;
  /** How these incidents are now; those that do not exist, or are something else, are left out. */
  incidents(incidentIds: readonly string[]): Promise<ReadonlyMap<string, Incident>>;
  /** The message of a digest that collected no other; null: it collected more, or its row is not there any more. */
  onlyMessage(digestId: string): Promise<Message | null>;
  /** Writes what a digest says, for who holds its claim; its entries are not needed any more. */
  compose(claim: Claim, message: DigestMessage): Promise<CommitOutcome>;
}
