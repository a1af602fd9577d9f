import type { ChannelEvent } from '../../domain/channel-events.ts';
import type { BlindGap } from '../../domain/clear-time.ts';
import type { Health, ReportedHealth } from '../../domain/health.ts';
import type { Incident } from '../../domain/incident.ts';
import type { InstanceState } from '../../domain/judge-instance.ts';
import type {
  LastSeenMetrics,
  Message,
  Notification,
  SilentRegistration,
} from '../../domain/notification.ts';
import type { ServiceName } from '../../domain/policy.ts';
import type { Newcomer } from '../../domain/replacement.ts';
import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import type { ServiceState } from '../../domain/roll-up-status.ts';
import type { InstanceStatus, ServiceStatus } from '../../domain/status.ts';
import type { Delivery } from './wake-ups.ts';

/** How a compare-and-set ended: written, or somebody was faster and nothing was. */
export type CommitOutcome = { kind: 'committed' } | { kind: 'stale' };

/** An instance as a registration describes it. */
export interface InstanceDescription extends ServiceName {
  instanceKey: string;
  version: string | null;
  hostname: string | null;
  port: number | null;
  url: string | null;
  processId: number | null;
  /** Numbers in it may be as `exactJson` keeps them. */
  metadata: Record<string, unknown> | null;
  /** What the registrant promised, in milliseconds; null: nothing. */
  registrantIntervalMs: number | null;
  /** The public id of the key that it was registered with last; null: none, or before that was written down. */
  apiKeyId: string | null;
}

/** An instance as one atomic read saw it; times in milliseconds of the Redis clock. */
export interface InstanceView {
  nowMs: number;
  instanceId: string;
  serviceId: string;
  /** Counts every commit; a commit names the revision that it was decided on. */
  revision: number;
  /** Counts every wake-up; a check of an older generation has nothing to do. */
  generation: number;
  state: InstanceState;
  registeredAtMs: number;
  /** The last heartbeat before the latest registration; null: none. */
  previousBeatAtMs: number | null;
  expectedIntervalMs: number;
  /** What it said of itself since it registered last; null: nothing. */
  health: ReportedHealth | null;
  description: InstanceDescription;
}

/** What a check needs beside the instance: whether we can hear, and what we could not. */
export interface CheckView {
  nowMs: number;
  /** Null: there is no such instance. */
  instance: InstanceView | null;
  gaps: BlindGap[];
  /** The newest sign that the ingest path works. */
  tickAtMs: number;
}

/** What a commit of an instance writes, decided in the domain. */
export interface InstanceCommit {
  /** The view that the decision was made on. */
  view: InstanceView;
  after: InstanceState;
  nextCheckAtMs: number;
  expectedIntervalMs: number;
  /** The newcomer that took this instance's place, if it did. */
  absorbed: Newcomer | null;
}

export interface Checks {
  /** Everything that a check needs, in one atomic read. */
  read(instanceId: string): Promise<CheckView>;
  newcomers(serviceId: string, sinceMs: number): Promise<Newcomer[]>;
  /** Whether any instance of the service is heard or only late. */
  hasAliveSibling(serviceId: string): Promise<boolean>;
  commit(commit: InstanceCommit): Promise<CommitOutcome>;
  /** Sets the timer again, unless something happened since the view: another check, a commit, a heartbeat that is news. */
  rearm(view: InstanceView, nextCheckAtMs: number, expectedIntervalMs: number): Promise<CommitOutcome>;
  /** Raises the generation, so that a check that was armed before has nothing to do; null: the instance is gone. */
  newGeneration(instanceId: string): Promise<number | null>;
}

/** What a registration writes, decided in the actor. */
export interface Registration {
  instanceId: string;
  serviceId: string;
  nowMs: number;
  /** What the decision was made on; null: the instance is new. */
  view: InstanceView | null;
  /** Whether it becomes Pending: it is new, or had left. */
  appears: boolean;
  description: InstanceDescription;
  /** The start of silence by this registration; null: it goes on from where it began. */
  silentSinceMs: number | null;
  firstCheckAtMs: number;
  expectedIntervalMs: number;
}

export interface Registrations {
  read(instanceId: string): Promise<CheckView>;
  hasService(serviceId: string): Promise<boolean>;
  /** Makes the service exist; one that does stays as it is. */
  ensureService(serviceId: string, name: ServiceName, nowMs: number): Promise<void>;
  write(registration: Registration): Promise<{ outcome: CommitOutcome; generation: number }>;
}

/** One heartbeat on its way to Redis. */
export interface Beat {
  instanceId: string;
  /** JSON of an object, as it was sent; null: it brought none. */
  metadata: string | null;
  /** What the instance says of itself; null, absent: nothing. */
  health?: Health | null | undefined;
}

/** The true answer to one heartbeat. */
export type BeatOutcome =
  | {
      kind: 'received';
      serviceStatus: ServiceStatus;
      expectedIntervalMs: number;
      wake: number | null;
      /** Whether what the instance says of itself is worth storing; absent: it says nothing now. */
      isNewHealth?: boolean;
    }
  | { kind: 'unknown-instance' };

export interface BeatReceipt {
  nowMs: number;
  /** Length of a gap that ended with this call; 0: none. An answer may be lost, so blind time is counted by the ledger. */
  blindMs: number;
  outcomes: BeatOutcome[];
}

export interface Beats {
  /** The monitor's clock, before a tick of this partition is sent. */
  now(partition: number): Promise<number>;
  /**
   * Stamps the heartbeats of one partition in one call. With them may come the ingest tick, which says that all was
   * heard that was sent before it.
   */
  receive(partition: number, beats: readonly Beat[], tickSentAtMs?: number): Promise<BeatReceipt>;
}

/** What people are told of an incident beside the incident itself. */
export interface Evidence {
  nowMs: number;
  service: ServiceState;
  /** Null: the silence began with a heartbeat, as far as is known. */
  registration: SilentRegistration | null;
  lastMetrics: LastSeenMetrics[];
}

export interface Incidents {
  read(incidentId: string): Promise<Incident | null>;
  /** Of the outage that began with the sign of life at `silentSinceMs`. */
  evidence(incident: Incident, silentSinceMs: number): Promise<Evidence>;
}

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

export interface Notifications {
  /** Writes rows that do not exist yet; a row that exists stays as it is. */
  plan(rows: Notification[]): Promise<void>;
  claim(notificationId: string, token: string, leaseMs: number): Promise<ClaimOutcome>;
  /** `note`: whom it did not reach; null: nobody that we know of. */
  sent(claim: Claim, note: string | null): Promise<CommitOutcome>;
  retry(claim: Claim, delayMs: number, reason: string): Promise<CommitOutcome>;
  dead(claim: Claim, reason: string): Promise<CommitOutcome>;
  /** Makes a message that nobody is sending dead, for a reason that says nothing of how its channel does. */
  abandon(delivery: Delivery, reason: string): Promise<CommitOutcome>;
}

/** Where messages go. A channel tries once and says how it ended; waiting and retrying are not its business. */
export interface Channel {
  channelId: string;
  /** The kind of channel, such as `email`: a metric label. */
  type: string;
  /** Whether it can change what it sent, or add to it, so that a recovery is no message more. */
  followsUp: boolean;
  /** What it asks to be told of; absent: incidents. */
  events?: readonly ChannelEvent[] | undefined;
  /** Tries to deliver within the signal's time; never throws for what a receiver or a network may do. */
  send(message: Message, signal: AbortSignal): Promise<AttemptOutcome>;
  close(): Promise<void>;
}

/** Tells the operator of what went wrong and was survived. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the actors count; each is one metric. */
export interface Meter {
  transition(status: InstanceStatus, latenessMs: number): void;
  repaired(what: 'instance' | 'service' | 'delivery', count: number): void;
  notified(channelType: string, outcome: 'sent' | 'retried' | 'dead' | 'suppressed'): void;
  delivered(channelType: string, delayMs: number): void;
  incident(kind: string): void;
  eventLag(group: string, lagMs: number): void;
}
