import type { ReadHistory } from '../actors/history/read-history.ts';
import type { AcknowledgeByLink } from '../actors/operating/acknowledge-by-link.ts';
import type { AcknowledgeGroup } from '../actors/operating/acknowledge-group.ts';
import type { ActOnIncident } from '../actors/operating/act-on-incident.ts';
import type { ActOnMaintenance } from '../actors/operating/act-on-maintenance.ts';
import type { ArchiveService } from '../actors/operating/archive-service.ts';
import type { AskForReload } from '../actors/operating/ask-for-reload.ts';
import type { ChangeChannels } from '../actors/operating/change-channels.ts';
import type { DrillChannel } from '../actors/operating/drill-channel.ts';
import type { ReceiveCallback } from '../actors/operating/receive-callback.ts';
import type { ReencryptChannels } from '../actors/operating/reencrypt-channels.ts';
import type { ReplayNotification } from '../actors/operating/replay-notification.ts';
import type { StopInstance } from '../actors/operating/stop-instance.ts';
import type { TestChannel } from '../actors/operating/test-channel.ts';
import type { ApiKeys, AuditTrail, MakeKey } from '../actors/ports/access.ts';
import type { ChannelHealths } from '../actors/ports/channel-health.ts';
import type { ConfiguredChannel } from '../actors/ports/circuits.ts';
import type { Drills } from '../actors/ports/drills.ts';
import type { KindsOfChannels } from '../actors/ports/kinds-of-channels.ts';
import type { MetricSamples } from '../actors/ports/metric-samples.ts';
import type { ReadMonitorHealth } from '../actors/ports/monitor-health.ts';
import type { LiveMeter, SignInMeter } from '../actors/ports/observability.ts';
import type { GroupReadings } from '../actors/ports/outage-groups.ts';
import type { Readings } from '../actors/ports/reading.ts';
import type { ReceiveHeartbeat } from '../actors/receive-heartbeat.ts';
import type { LimitRegistrations } from '../actors/registering/limit-registrations.ts';
import type { RegisterInstance } from '../actors/registering/register-instance.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { ServiceMatch } from '../domain/matches-service.ts';
import type { ServiceName } from '../domain/policy.ts';
import type { SessionTerms } from '../domain/sign-in/session.ts';
import type { StatusPage } from '../domain/status-page/status-page.ts';
import type { StoredChannel } from '../domain/stored-channel.ts';
import type { CursorSeal } from './cursor-seal.ts';
import type { KeyLinks } from './key-links.ts';
import type { KeyRing } from './key-ring.ts';
import type { LiveEvents } from './live/live-events.ts';
import type { Provider } from './sign-in/provider.ts';
import type { SessionRing } from './sign-in/session-ring.ts';
import type { SignInCookies } from './sign-in/sign-in-cookies.ts';

/** How often callers may ask one node; 0: as often as they like. */
export interface CallLimits {
  /** Requests a minute with one key, without what instances send. */
  requestsPerMinute: number;
  /** Requests a minute without a valid key, from one address. */
  failuresPerMinute: number;
  /** Proxies whose word for the caller's address counts. */
  trustedProxies: readonly string[];
}

/** What badges need beside the readings. */
export interface Badged {
  /** Whose badges everybody may see; none: there are no badges. */
  services: readonly ServiceMatch[];
  /** Which of these services have a status that may be wrong now, because the monitor is blind, for example. */
  findInDoubt(serviceIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** What status pages need beside the readings. */
export interface PublicPages {
  /** As monitor.yaml is now; none: there are no status pages. */
  pages(): readonly StatusPage[];
  /** Where the monitor is. */
  publicUrl(): string;
  /** A name that says nothing of what it is made from, the same on all nodes. */
  publicId(text: string): string;
}

/** A channel as administrators see it. */
export interface ShownChannel extends ConfiguredChannel {
  type: string;
  /** Null: it is in `monitor.yaml`. */
  stored: StoredChannel | null;
  /** Why it is not used as it says; null: it is. */
  problem: string | null;
}

/** What operators may do, and administrators. */
export interface Operating {
  actOnIncident: ActOnIncident;
  acknowledgeByLink: AcknowledgeByLink;
  acknowledgeGroup: AcknowledgeGroup;
  archiveService: ArchiveService;
  replayNotification: ReplayNotification;
  maintenance: ActOnMaintenance;
  /** All channels, with those that this node cannot use and those that are switched off. */
  channels(): Promise<readonly ShownChannel[]>;
  kindsOfChannels: KindsOfChannels;
  /** Whether this node has a key to encrypt the secrets of channels with. */
  hasSecretKey: boolean;
  changeChannels: ChangeChannels;
  reencryptChannels: ReencryptChannels;
  /** How they do, whichever worker sends. */
  channelHealths: ChannelHealths['read'];
  testChannel: TestChannel;
  drillChannel: DrillChannel;
  readDrill: Drills['read'];
  receiveCallback: ReceiveCallback;
  askForReload: AskForReload;
  apiKeys: ApiKeys;
  makeKey: MakeKey;
  auditTrail: AuditTrail;
}

/** How people sign in to the web page, beside API keys. */
export interface SignIn {
  /** What people call the provider. */
  name: string;
  /** Where people open the monitor. */
  origin: string;
  groupsClaim: string;
  terms: SessionTerms;
  provider: Provider;
  sessions: SessionRing;
  cookies: SignInCookies;
  meter: SignInMeter;
}

/** What the API serves; a node without the role `api` has none of it. */
export interface Api {
  keyRing: KeyRing;
  /** Null: nobody makes links that open the dashboard with a key. */
  keyLinks: KeyLinks | null;
  /** Null: people use API keys only. */
  signIn: SignIn | null;
  /** A key that only this process has, and only in memory: a heartbeat that comes with it is the tick. */
  tickKey: ApiKey;
  limits: CallLimits;
  receiveHeartbeat: ReceiveHeartbeat;
  registerInstance: RegisterInstance;
  limitRegistrations: LimitRegistrations;
  stopInstance: StopInstance;
  readings: Readings;
  groups: GroupReadings;
  live: LiveEvents;
  liveMeter: LiveMeter;
  readHistory: ReadHistory;
  readMonitorHealth: ReadMonitorHealth;
  badged: Badged;
  publicPages: PublicPages;
  metricSamples: Pick<MetricSamples, 'points'>;
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
