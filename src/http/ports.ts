import type { AcknowledgeByLink } from '../actors/operating/acknowledge-by-link.ts';
import type { ActOnIncident } from '../actors/operating/act-on-incident.ts';
import type { ActOnMaintenance } from '../actors/operating/act-on-maintenance.ts';
import type { ArchiveService } from '../actors/operating/archive-service.ts';
import type { AskForReload } from '../actors/operating/ask-for-reload.ts';
import type { ReplayNotification } from '../actors/operating/replay-notification.ts';
import type { StopInstance } from '../actors/operating/stop-instance.ts';
import type { TestChannel } from '../actors/operating/test-channel.ts';
import type { ApiKeys, AuditTrail, MakeKey } from '../actors/ports/access.ts';
import type { GroupReadings } from '../actors/ports/outage-groups.ts';
import type { Readings } from '../actors/ports/reading.ts';
import type { ReceiveHeartbeat } from '../actors/receive-heartbeat.ts';
import type { LimitRegistrations } from '../actors/registering/limit-registrations.ts';
import type { RegisterInstance } from '../actors/registering/register-instance.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { ServiceName } from '../domain/policy.ts';
import type { CursorSeal } from './cursor-seal.ts';
import type { KeyLinks } from './key-links.ts';
import type { KeyRing } from './key-ring.ts';

/** How often callers may ask one node; 0: as often as they like. */
export interface CallLimits {
  /** Requests a minute with one key, without what instances send. */
  requestsPerMinute: number;
  /** Requests a minute without a valid key, from one address. */
  failuresPerMinute: number;
  /** Proxies whose word for the caller's address counts. */
  trustedProxies: readonly string[];
}

/** What operators may do, and administrators. */
export interface Operating {
  actOnIncident: ActOnIncident;
  acknowledgeByLink: AcknowledgeByLink;
  archiveService: ArchiveService;
  replayNotification: ReplayNotification;
  maintenance: ActOnMaintenance;
  /** The channels of this node as its file has them now, without what is in them. */
  channels(): readonly { channelId: string; type: string }[];
  testChannel: TestChannel;
  askForReload: AskForReload;
  apiKeys: ApiKeys;
  makeKey: MakeKey;
  auditTrail: AuditTrail;
}

/** What the API serves; a node without the role `api` has none of it. */
export interface Api {
  keyRing: KeyRing;
  /** Null: nobody makes links that open the dashboard with a key. */
  keyLinks: KeyLinks | null;
  /** A key that only this process has, and only in memory: a heartbeat that comes with it is the tick. */
  tickKey: ApiKey;
  limits: CallLimits;
  receiveHeartbeat: ReceiveHeartbeat;
  registerInstance: RegisterInstance;
  limitRegistrations: LimitRegistrations;
  stopInstance: StopInstance;
  readings: Readings;
  groups: GroupReadings;
  cursorSeal: CursorSeal;
  /** Null: `/metrics/instances` is not there. */
  showInstances: ShowInstances | null;
  operating: Operating;
}

/** The last metadata of all instances that the caller may see, as the text that Prometheus scrapes. */
export type ShowInstances = (
  mayShow: (name: ServiceName) => boolean,
  isWaitedFor: () => boolean,
) => Promise<string>;

/** What every node serves. */
export interface Operations {
  version: string;
  roles: readonly string[];
  /** What this node waits for before it can do its work for the first time; null: nothing any more. */
  startsFor(): string | null;
  /** Whether it was told to stop and still serves. */
  isDraining(): boolean;
  /** Whether this node can do its work now, and if not, why. */
  readiness(): Promise<{ ready: true } | { ready: false; reason: string }>;
  metrics: { contentType: string; text(): Promise<string> };
}
