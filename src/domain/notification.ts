import type { GroupMessage } from './failure-domains/group-message.ts';
import type { FlappingHour } from './flapping.ts';
import type { Health, HealthCounts } from './health.ts';
import type { ImpairmentReason } from './impairment.ts';
import type { Labels } from './labels.ts';
import type { OutageDetails, SilentRegistration } from './outage-details.ts';
import type { RecipientEnd } from './recipient-ends.ts';
import type { StatusCounts } from './roll-up-status.ts';
import type { Severity } from './severity.ts';
import type { InstanceStatus } from './status.ts';
import type { TroubleKind } from './tell-trouble.ts';
import type { DigestContent } from './telling/digest.ts';

/**
 * What a message of an incident says. `recovering`: it is heard again, and watched; `flapping`: its outages are summed
 * up from now on, or what the last hour was like; `reminder`: it is still Down, and nobody has acknowledged it;
 * `escalation`: the same, to more channels; `acknowledged`: somebody works on it; `resolved`: it was on time for long enough.
 */
export type IncidentMessageKind =
  | 'down'
  | 'recovering'
  | 'flapping'
  | 'reminder'
  | 'escalation'
  | 'acknowledged'
  | 'resolved';

/** What a message of the monitor itself says: it cannot be fully trusted, or it is well again. */
export type ImpairmentMessageKind = 'impaired' | 'well';

/** What a message of an outage group says: that it goes on, or that it is over. */
export type GroupMessageKind = 'group' | 'group-over';

export type NotificationKind =
  | IncidentMessageKind
  | ImpairmentMessageKind
  | GroupMessageKind
  | TroubleKind
  | 'health'
  /** What a channel would have been told by many messages in a short time. */
  | 'digest';

/** A message may also be a test of its channel, which is no notification: it belongs to no incident and is not kept. */
export type MessageKind = NotificationKind | 'test';

/** Where a notification stands. `pending` waits for its time, `sending` is claimed by a worker until its lease ends; the others are final. */
export type NotificationState = 'pending' | 'sending' | 'sent' | 'dead' | 'suppressed';

/** The last metadata that an instance sent before the message was written. */
export interface LastSeenMetrics {
  instanceKey: string;
  hostname: string | null;
  receivedAtMs: number | null;
  /** Numbers in it may be as `exactJson` keeps them. */
  values: Record<string, unknown>;
}

/** Everything that a channel may say; written once when the notification is planned, so a retry says the same. */
export interface IncidentMessage extends OutageDetails {
  notificationId: string;
  incidentId: string;
  kind: IncidentMessageKind | 'test';
  serviceId: string;
  serviceName: string;
  environment: string;
  startedAtMs: number;
  /** When what the message tells was found. */
  detectedAtMs: number;
  recoveredAtMs: number | null;
  /** How long the outage was; at the end of an incident with several: from the first to the end of the last. */
  outageMs: number | null;
  relapses: number;
  /** The last heartbeat or registration before the outage that the message is about. */
  silentSinceMs?: number | null;
  /** What that was, if it was not a heartbeat. */
  registration?: SilentRegistration;
  /** Silence of all outages up to the moment of the message, less what we could not hear. */
  silentMs?: number;
  /** What of it belongs to the outage that goes on; 0: none does. */
  ownSilentMs?: number;
  /** When a recovery is the end, if the service stays on time. */
  quietUntilMs?: number | null;
  /** Whether its outages are summed up by the hour. */
  flaps?: boolean;
  /** The hour of flapping that is summed up. */
  hour?: FlappingHour;
  /** For how long nobody has acknowledged it, in a reminder or an escalation; `stepMs`: the step of the escalation. */
  unacknowledgedMs?: number;
  stepMs?: number;
  severity?: Severity;
  acknowledgedBy?: string;
  /** Who resolved the incident by hand, if somebody did, and what was said about it. */
  resolvedBy?: string;
  resolvedNote?: string;
  /** How many instances are in which status now. */
  instances: StatusCounts;
  /** Of its service when the incident began; absent: it had none. */
  labels?: Labels;
  /** With fewer living instances the service is Down; absent: it needs one. */
  minInstances?: number;
  /** What the instances that fell silent sent last; at most three. */
  lastMetrics: LastSeenMetrics[];
  /** The incident's page, for a person to open. */
  url: string;
  /** Where a person can acknowledge it without logging in; added for each attempt, and not stored. */
  acknowledgeUrl?: string;
}

/** What a channel may say of the monitor itself. */
export interface ImpairmentMessage {
  notificationId: string;
  /** The impairment's; it stands where that of an incident does. */
  incidentId: string;
  kind: ImpairmentMessageKind;
  sinceMs: number;
  /** Null: it goes on. */
  endedAtMs: number | null;
  reasons: ImpairmentReason[];
  /** The channel that it is about alone: it began to fail when the monitor was impaired already. */
  failingChannelId?: string;
  /** The monitor's own page. */
  url: string;
}

/** An instance that is not well by its own word. */
export interface UnwellInstance {
  instanceKey: string;
  hostname: string | null;
  health: Health;
  /** In its own words; null: it gave none. */
  reasons: string | null;
}

/** What a channel may say of what a service says of itself. */
export interface HealthMessage {
  notificationId: string;
  /** The service's: all that is said of its health belongs together. It stands where that of an incident does. */
  incidentId: string;
  kind: 'health';
  serviceId: string;
  serviceName: string;
  environment: string;
  /** What was told before; null: nothing was. */
  from: Health | null;
  to: Health;
  atMs: number;
  /** How many instances say what. */
  healths: HealthCounts;
  /** The worst of them; at most three. */
  unwell: UnwellInstance[];
  /** The service's page. */
  url: string;
}

/** An instance that is late or Down. */
export interface LateInstance {
  instanceKey: string;
  hostname: string | null;
  status: InstanceStatus;
  lastBeatAtMs: number | null;
}

/** What a channel may say of trouble that is less than an outage. */
export interface TroubleMessage {
  notificationId: string;
  /** The service's: all that is said of its trouble belongs together. It stands where that of an incident does. */
  incidentId: string;
  kind: TroubleKind;
  /** Whether it is over. */
  isOver: boolean;
  serviceId: string;
  serviceName: string;
  environment: string;
  labels?: Labels;
  atMs: number;
  /** How many instances are in which status now. */
  instances: StatusCounts;
  /** Those that are Down or late; at most three. */
  late: LateInstance[];
  /** The service's page. */
  url: string;
}

/** What a channel says instead of many messages in a short time. */
export interface DigestMessage extends DigestContent {
  notificationId: string;
  /** The digest's own; it stands where that of an incident does. */
  incidentId: string;
  kind: 'digest';
  /** When it began to collect messages, and when it ended; null: it still collects. */
  sinceMs: number;
  endedAtMs: number | null;
  url: string;
}

export type Message =
  | IncidentMessage
  | ImpairmentMessage
  | HealthMessage
  | TroubleMessage
  | GroupMessage
  | DigestMessage;

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
