import type { GroupMessage } from './failure-domains/group-message.ts';
import type { FlappingHour } from './flapping.ts';
import type { Health, HealthCounts } from './health.ts';
import type { ImpairmentReason } from './impairment.ts';
import type { Labels } from './labels.ts';
import type { ImpairmentMessageKind, IncidentMessageKind, NotificationKind } from './message-kinds.ts';
import type { OutageDetails, SilentRegistration } from './outage-details.ts';
import type { StatusCounts } from './roll-up-status.ts';
import type { Severity } from './severity.ts';
import type { InstanceStatus } from './status.ts';
import type { TroubleKind } from './tell-trouble.ts';

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

/** What one message of a digest says. */
export interface DigestNews {
  kind: NotificationKind;
  /** Whether it is an end: of an outage, or of something less. */
  isOver?: boolean;
  /** What the service reports of itself, in a message about that. */
  health?: Health;
}

/** A line of a digest: what there was to tell of one incident, or of one kind of trouble or the health of one service. */
export interface DigestLine {
  incidentId: string;
  serviceName: string;
  environment: string;
  /** In the order in which it would have been told. */
  kinds: NotificationKind[];
  /** The same, with what each of them says; absent: an older program composed it. */
  news?: DigestNews[];
  /** When the first of it was to be told. */
  atMs: number;
  url: string;
}

/** What a digest says. */
export interface DigestContent {
  /** How many messages it stands for. */
  messages: number;
  /** How many incidents those are about. */
  incidents: number;
  /** About how many things that are less than an outage; absent: none. */
  others?: number;
  lines: DigestLine[];
  /** How many more there are of both in which environment, without a line. */
  more: { environment: string; incidents: number }[];
  /** The message that it stands for, if it is one only: this is sent in its place. */
  only?: Message;
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
