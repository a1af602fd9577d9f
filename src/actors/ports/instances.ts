import type { BlindGap } from '../../domain/clear-time.ts';
import type { ReportedHealth } from '../../domain/health.ts';
import type { VersionChange } from '../../domain/history/deploy.ts';
import type { InstanceState } from '../../domain/judge-instance.ts';
import type { Labels } from '../../domain/labels.ts';
import type { ServiceName } from '../../domain/policy.ts';
import type { Newcomer, NewcomerWindow } from '../../domain/replacement.ts';
import type { CommitOutcome } from './commits.ts';
import type { CheckLeases } from './leases.ts';

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
  /** From which it registered, as the API saw it; null: not known, or before that was written down. */
  network: string | null;
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
  /** When its check is due; whoever leases or wakes it sets another time. Null: it is not to be checked. */
  timerMs: number | null;
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
  /** The new instance that replaced this one, if any. */
  absorbed: Newcomer | null;
}

export interface Checks extends CheckLeases {
  /** Everything that a check needs, in one atomic read. */
  read(instanceId: string): Promise<CheckView>;
  /** Those that registered in the window, the earliest first. */
  newcomers(serviceId: string, window: NewcomerWindow): Promise<Newcomer[]>;
  /** Whether any instance of the service is heard or only late. */
  hasAliveSibling(serviceId: string): Promise<boolean>;
  commit(commit: InstanceCommit): Promise<CommitOutcome>;
  /** Sets the timer again, unless something happened since the view. */
  rest(view: InstanceView, nextCheckAtMs: number, expectedIntervalMs: number): Promise<CommitOutcome>;
  /** Forgets the timer of an instance that is gone. */
  forget(instanceId: string): Promise<void>;
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
  /** The service's, if they are others than before; null, absent: they stay. */
  newLabels?: Labels | null;
  /** The version that it brings to its service; null, absent: none that is new. */
  deploy?: VersionChange | null;
  /** The start of silence by this registration; null: it goes on from where it began. */
  silentSinceMs: number | null;
  firstCheckAtMs: number;
  expectedIntervalMs: number;
}

export interface Registrations {
  read(instanceId: string): Promise<CheckView>;
  hasService(serviceId: string): Promise<boolean>;
  /** What the latest registration of a service called it, and the version that came to it last; null: none did. */
  shown(serviceId: string): Promise<{ labels: Labels; version: string | null }>;
  /** Makes the service exist; one that does stays as it is. */
  ensureService(serviceId: string, name: ServiceName, nowMs: number): Promise<void>;
  write(registration: Registration): Promise<CommitOutcome>;
}
