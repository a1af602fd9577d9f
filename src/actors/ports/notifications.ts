import type { ChannelEvent } from '../../domain/channel-events.ts';
import type { ServiceMatch } from '../../domain/matches-service.ts';
import type { Message } from '../../domain/messages.ts';
import type { Notification } from '../../domain/notification.ts';
import type { ServiceName } from '../../domain/policy.ts';
import type { RecipientEnd } from '../../domain/recipient-ends.ts';
import type { AttemptOutcome, TemplateEnd } from '../../domain/retry-schedule.ts';
import type { StormLimit } from '../../domain/telling/storm-limit.ts';
import type { SentStep, Thread } from '../../domain/telling/thread.ts';
import type { CommitOutcome } from './commits.ts';
import type { Delivery } from './wake-ups.ts';

/** A notification claimed for one attempt; only the holder of the token may settle it. */
export interface Claim {
  notification: Notification;
  token: string;
  nowMs: number;
  /** The message of the outage in its channel, which nobody else changes meanwhile; null: there is none. Absent: it changes none. */
  thread?: Thread | null;
}

export type ClaimOutcome =
  | { kind: 'claimed'; claim: Claim }
  /** Not yet: too early, another worker sends it, or an earlier message of the incident goes first. */
  | { kind: 'waiting'; attempts: number; delayMs: number }
  /** It waits for the circuit of its channel, or follows a message that does: it has no wake-up until that is closed. */
  | { kind: 'parked'; notification: Notification }
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
  /** Notes that the message is sent, and is not asked about any more; before it is. `digestId`: a digest tells it as well. */
  decided(claim: Claim, digestId?: string): Promise<CommitOutcome>;
  /** Notes the recipients that the message is done with, before its attempt is settled: a later one goes to the others. */
  ended(claim: Claim, ends: readonly RecipientEnd[]): Promise<CommitOutcome>;
  /** Gives the claim and its attempt back: the message is not tried before `untilMs`. */
  hold(claim: Claim, untilMs: number, because: string): Promise<CommitOutcome>;
  /** The message is not sent. `groupId`: the outage group whose message stands for it. */
  suppress(claim: Claim, reason: string, groupId?: string): Promise<CommitOutcome>;
  /** The message is told by a digest. */
  fold(claim: Claim, digestId: string, because: string): Promise<CommitOutcome>;
  /**
   * `note`: whom it did not reach; null: nobody that we know of. `answer`, here and below: what the provider said.
   * `reference`: what its channel returned for the message of the outage. `template`: absent: none was used.
   */
  sent(
    claim: Claim,
    note: string | null,
    answer?: string,
    reference?: string,
    template?: TemplateEnd,
  ): Promise<CommitOutcome>;
  retry(claim: Claim, delayMs: number, reason: string, answer?: string): Promise<CommitOutcome>;
  dead(claim: Claim, reason: string, answer?: string): Promise<CommitOutcome>;
  /** Makes a message that nobody is sending dead, for a reason that says nothing of how its channel does. */
  abandon(delivery: Delivery, reason: string): Promise<CommitOutcome>;
}

/** How a message stands to those that a channel was sent before about the same outage. */
export interface InThread {
  step: SentStep;
  /** What the channel returned for the message of the outage; null: there is none yet. */
  reference: string | null;
  /** Whether an earlier attempt may have reached the receiver though nobody knows. */
  mayBeThere: boolean;
  /** When the message was planned: no attempt was made before. */
  plannedAtMs: number;
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
  /** Whether it changes what it sent, or answers below it, so that one outage is one message. Absent: it does not. */
  changes?: boolean;
  /** Whom it reaches, such as mail addresses; absent: it names nobody. */
  recipients?: readonly string[];
  /** A fingerprint of its configuration; absent: it has no circuit. */
  configuration?: string;
  /** The events that it asks for; absent: incidents. */
  events?: readonly ChannelEvent[] | undefined;
  /** The services that it is told of, whatever the routes say; absent: what the routes say. */
  match?: ServiceMatch | undefined;
  /** How many messages it gets; null, absent: any number. */
  limit?: StormLimit | null;
  /**
   * Tries to deliver within the signal's time; never throws for what a receiver or a network may do. `before`: the
   * recipients that earlier attempts are done with, who must not get it again; absent: nobody is. `inThread` only if it
   * changes what it sent, and the message is about an outage.
   */
  send(
    message: Message,
    signal: AbortSignal,
    before?: readonly RecipientEnd[],
    inThread?: InThread,
  ): Promise<AttemptOutcome>;
  /** Whether the messages of this service are for it at all; absent: those of every service. */
  isFor?: (service: ServiceName) => boolean;
  close(): Promise<void>;
}
