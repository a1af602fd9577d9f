import type { NotificationKind } from './message-kinds.ts';
import type { Message } from './messages.ts';
import type { RecipientEnd } from './recipient-ends.ts';

/** Where a notification stands. `pending` waits for its time, `sending` is claimed by a worker until its lease ends; the others are final. */
export type NotificationState = 'pending' | 'sending' | 'sent' | 'dead' | 'suppressed';

/** One message for one incident, for an outage group, for an impairment of the monitor, for a service's health or for many of these, to one channel: the delivery row. */
export interface Notification {
  notificationId: string;
  incidentId: string;
  /** Null: the message is about the monitor itself, or about several services. */
  serviceId: string | null;
  channelId: string;
  channelType: string;
  /** Whom its channel reaches, such as mail addresses; absent: it names nobody. */
  recipients?: string;
  kind: NotificationKind;
  state: NotificationState;
  /** Why it was suppressed, why the last attempt failed, or whom it did not reach though it was sent. */
  reason: string | null;
  /** The API key that its service was registered with; absent: that is not known, or the message is about no service. */
  registeredBy?: string;
  /** The digest that tells it instead; absent: none does. */
  digestId?: string;
  /** Which route leads it to its channel; absent: none does, or an older program planned the row. */
  routedBy?: string;
  /** What the provider answered to the last attempt: its status and its first line; absent: nothing that is known. */
  answer?: string;
  /** The recipients that it is done with; absent: none, or its channel does not tell them apart. */
  ends?: readonly RecipientEnd[];
  attempts: number;
  createdAtMs: number;
  /** The message to the same channel that must be settled before this one is sent; null: none. */
  afterId: string | null;
  /** Whether its channel changes what it sent: what is told of an outage there changes one message. Absent: it does not. */
  changes?: true;
  /** The name of that message within its incident; absent: it is of no incident, or an older program planned the row. */
  afterName?: string;
  /** When the next attempt is due; while sending, when the lease ends. */
  nextAttemptAtMs: number | null;
  sentAtMs: number | null;
  /** When an operator had it sent again after it was dead; the schedule of retries counts from there. */
  replay?: { atMs: number; attemptsBefore: number };
  /** Since when it was held back before its first attempt, and why, in the latest words; absent: it was not. */
  held?: { sinceMs: number; because: string };
  /** Since when it waits for the circuit of its channel; absent: it does not. */
  waitsSinceMs?: number;
  /** When it was decided that it is sent: from then on it is only tried. Absent: that is still open, or was never asked. */
  decidedAtMs?: number;
  /** The outage group whose message to this channel stands for it; absent: it is part of none. */
  groupId?: string;
  message: Message;
}
