import type { ChannelEvent } from '../../domain/channel-events.ts';
import type { Message, Notification } from '../../domain/notification.ts';
import type { ServiceName } from '../../domain/policy.ts';
import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import type { StormLimit } from '../../domain/telling/storm-limit.ts';
import type { CommitOutcome } from './commits.ts';
import type { Delivery } from './wake-ups.ts';

/** A notification claimed for one attempt; only the holder of the token may settle it. */
export interface Claim {
  notification: Notification;
  token: string;
  nowMs: number;
}

export type ClaimOutcome =
  | { kind: 'claimed'; claim: Claim }
  /** Not yet: too early, another worker sends it, or an earlier message of the incident goes first. */
  | { kind: 'waiting'; attempts: number; delayMs: number }
  /** Sent, dead or unknown: nothing to do. */
  | { kind: 'settled' };

/** One message of an incident, to all its channels. */
export interface PlannedName {
  incidentId: string;
  name: string;
}

export interface Notifications {
  /**
   * Writes rows that do not exist yet; a row that exists stays as it is. `whole`: these are all rows of that message, so
   * a channel without one gets none any more.
   */
  plan(rows: Notification[], whole?: PlannedName): Promise<void>;
  claim(notificationId: string, token: string, leaseMs: number): Promise<ClaimOutcome>;
  /** Notes that the message is sent, and is not asked about any more; before it is. */
  decided(claim: Claim): Promise<CommitOutcome>;
  /** Gives the claim and its attempt back: the message is not tried before `untilMs`. */
  hold(claim: Claim, untilMs: number, because: string): Promise<CommitOutcome>;
  /** The message is not sent. `groupId`: the outage group whose message stands for it. */
  suppress(claim: Claim, reason: string, groupId?: string): Promise<CommitOutcome>;
  /** The message is told by a digest. */
  fold(claim: Claim, digestId: string, because: string): Promise<CommitOutcome>;
  /** `note`: whom it did not reach; null: nobody that we know of. `answer`, here and below: what the provider said. */
  sent(claim: Claim, note: string | null, answer?: string): Promise<CommitOutcome>;
  retry(claim: Claim, delayMs: number, reason: string, answer?: string): Promise<CommitOutcome>;
  dead(claim: Claim, reason: string, answer?: string): Promise<CommitOutcome>;
  /** Makes a message that nobody is sending dead, for a reason that says nothing of how its channel does. */
  abandon(delivery: Delivery, reason: string): Promise<CommitOutcome>;
}

/** Where messages go. A channel tries once and says how it ended; waiting and retrying are not its business. */
export interface Channel {
  channelId: string;
  /** The kind of channel, such as `email`: a metric label. */
  type: string;
  /** Whether it gets the message about a recovery before the end of the incident. */
  followsUp: boolean;
  /** Whether it calls people until somebody answers: it is told who acknowledged, and needs no reminder. Absent: no. */
  isPager?: boolean;
  /** Whom it reaches, such as mail addresses; absent: it names nobody. */
  recipients?: readonly string[];
  /** The events that it asks for; absent: incidents. */
  events?: readonly ChannelEvent[] | undefined;
  /** How many messages it gets; null, absent: any number. */
  limit?: StormLimit | null;
  /** Tries to deliver within the signal's time; never throws for what a receiver or a network may do. */
  send(message: Message, signal: AbortSignal): Promise<AttemptOutcome>;
  /** Whether the messages of this service are for it at all; absent: those of every service. */
  isFor?: (service: ServiceName) => boolean;
  close(): Promise<void>;
}
