import type { ServiceMatch } from '../domain/matches-service.ts';
import type { QuotaLimits } from '../domain/quota.ts';
import type { TimingDefaults } from '../domain/timing.ts';
import type { LogLevel } from '../telemetry/logger.ts';
import type { FileSettings } from './file-settings.ts';
import type { RetentionSettings } from './retention-settings.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

export type Role = 'api' | 'worker';

/** Everything that can be set, as it was read at one moment. Times in milliseconds. */
export interface Config extends FileSettings {
  file: ConfigFile;
  /** Null: a private redis-server in `dataDir`. */
  redisUrl: string | null;
  dataDir: string;
  /** What the private redis-server may take; undefined: half of what there is. */
  redisMemoryBytes: number | undefined;
  host: string;
  port: number;
  roles: readonly Role[];
  apiKey: string | null;
  partitions: number;
  timing: TimingDefaults;
  /** Whether incidents with one cause are told in one message. */
  outageGroups: boolean;
  /** How long an API node goes on serving after it was told to stop. */
  drainMs: number;
  /** Null: made from host and port once they are known. */
  publicUrl: string | null;
  /** How long a link that acknowledges an incident works; 0: messages have none. */
  linkLifetimeMs: number;
  /** Null: people use the web page with API keys only. */
  signIn: SignInSettings | null;
  /** Requests a minute, each key and node; 0: any number. */
  rateLimit: number;
  /** How many event streams may be open on a node. */
  eventStreams: { ofNode: number; ofKey: number };
  /** Requests a minute without a valid key, each address and node; 0: any number. */
  failedAuthLimit: number;
  /** What a key may register that has no limit of its own. */
  quotas: QuotaLimits;
  trustedProxies: readonly string[];
  /** The keys of secrets that are stored, as base64; the first one encrypts. None: no channels over the API. */
  secretKeys: readonly string[];
  /** What channels that were made over the API may reach beside the public internet. */
  channelPrivateNetworks: readonly string[];
  /** How many instances `/metrics/instances` shows at most; 0: it is not there. */
  instanceMetrics: number;
  /** The most instances whose metrics are kept for an hour; 0: none are. */
  metricsHistory: number;
  /** The services whose badges everybody may see; none: there are no badges. */
  badges: readonly ServiceMatch[];
  retention: RetentionSettings;
  /** What this program was built from. */
  commit: string;
  /** Called every so often while a synthetic outage completes; null: there is no dead-man's-switch. */
  deadman: { url: string; everyMs: number } | null;
  logLevel: LogLevel;
  /** Null: nothing is sent over OTLP. */
  telemetry: TelemetrySettings | null;
}

/** Where these settings come from. */
export interface ConfigFile {
  path: string;
  /** Reads it again, with the environment of the start; a file that said something must still be there and say something. */
  readAgain(): ConfigOutcome;
}

/** What stays as it was at the start. */
export type FixedConfig = Omit<Config, keyof FileSettings>;

/** `warnings`: what is probably not as it was meant, and keeps nobody from starting. */
export type ConfigOutcome = { warnings: string[] } & (
  | { kind: 'valid'; config: Config }
  /** `withoutFile`: if only monitor.yaml is wrong, everything else, as if that said nothing; absent: more is wrong. */
  | { kind: 'invalid'; errors: string[]; withoutFile?: Config }
);
