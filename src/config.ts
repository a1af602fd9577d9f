import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { httpUrl } from './channels/outbound/http-url.ts';
import { blindAfterMs } from './config/blind-after.ts';
import { judgeDownAfter } from './config/faults-of-timing.ts';
import type { FileSettings } from './config/file-settings.ts';
import { type MonitorFile, parseMonitorFile } from './config/monitor-file.ts';
import { type RetentionSettings, retentionSettings } from './config/retention-settings.ts';
import { SettingReader } from './config/setting-reader.ts';
import { settings } from './config/settings.ts';
import { type TelemetrySettings, telemetrySettings } from './config/telemetry-settings.ts';
import { judgeVariables } from './config/unknown-variables.ts';
import { keyIdOf } from './domain/api-key.ts';
import type { QuotaLimits } from './domain/quota.ts';
import type { TimingDefaults } from './domain/timing.ts';
import { parseRedisUrl } from './store/client/redis-url.ts';
import type { LogLevel } from './telemetry/logger.ts';

export type Role = 'api' | 'worker';

/** Everything that can be set, as it was read at one moment. Times in milliseconds. */
export interface Config extends FileSettings {
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
  /** Requests a minute, each key and node; 0: any number. */
  rateLimit: number;
  /** Requests a minute without a valid key, each address and node; 0: any number. */
  failedAuthLimit: number;
  /** What a key may register that has no limit of its own. */
  quotas: QuotaLimits;
  trustedProxies: readonly string[];
  /** How many instances `/metrics/instances` shows at most; 0: it is not there. */
  instanceMetrics: number;
  retention: RetentionSettings;
  /** What this program was built from. */
  commit: string;
  /** Called every so often while a synthetic outage completes; null: there is no dead-man's-switch. */
  deadman: { url: string; everyMs: number } | null;
  logLevel: LogLevel;
  /** Null: nothing is sent over OTLP. */
  telemetry: TelemetrySettings | null;
}

/** `warnings`: what is probably not as it was meant, and keeps nobody from starting. */
export type ConfigOutcome = { warnings: string[] } & (
  | { kind: 'valid'; config: Config }
  | { kind: 'invalid'; errors: string[] }
);

type Env = Readonly<Record<string, string | undefined>>;

const logLevels: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The configuration of this process, or everything that is wrong with it; `given` goes before the environment. */
export function loadConfig(environment: Env = process.env, given: Env = {}): ConfigOutcome {
  return readConfig({ ...environment, ...given }, false);
}

/** `mustHoldText`: the file said something before, so that an absent or empty one is a mistake or half written. */
function readConfig(env: Env, mustHoldText: boolean): ConfigOutcome {
  const errors: string[] = [];
  const from = new SettingReader(env, errors);
  const redisUrl = from.optional('redisUrl');
  const timing: TimingDefaults = {
    intervalMs: from.duration('interval', 100),
    downAfterMs: from.duration('downAfter', 200),
    graceMs: from.optionalDuration('grace'),
    recoveryWindowMs: from.optionalDuration('recoveryWindow'),
  };
  judgeDownAfter(from, timing);
  const { named, path, holdsText, ...file } = readMonitorFile({
    path: from.optional('file'),
    env,
    errors,
    defaults: timing,
    mustHoldText,
  });
  const variables = judgeVariables(env, named);
  errors.push(...variables.errors);
  const { warnings } = variables;
  const config: Config = {
    redisUrl,
    dataDir: from.text('dataDir'),
    redisMemoryBytes: from.optionalBytes('redisMemory', 64 * 1024 * 1024),
    host: from.text('host'),
    port: from.whole('port', from.text('port'), 0, 65_535),
    roles: rolesOf(from),
    apiKey: apiKeyOf(from),
    partitions: partitionsOf(from, redisUrl),
    timing,
    blindAfterMs: blindAfterMs(from, timing, file.policies),
    outageGroups: from.oneOf('outageGroups', ['on', 'off']) === 'on',
    drainMs: drainOf(from),
    publicUrl: publicUrlOf(from),
    linkLifetimeMs: from.duration('linkLifetime', 0),
    rateLimit: from.whole('rateLimit', from.text('rateLimit'), 0, 10_000_000),
    failedAuthLimit: from.whole('failedAuthLimit', from.text('failedAuthLimit'), 0, 10_000_000),
    quotas: {
      instances: from.whole('keyInstances', from.text('keyInstances'), 0, 100_000_000),
      servicesPerMinute: from.whole('keyNewServices', from.text('keyNewServices'), 0, 10_000_000),
    },
    trustedProxies: trustedProxiesOf(from),
    instanceMetrics: from.whole('instanceMetrics', from.text('instanceMetrics'), 0, 1_000_000),
    retention: retentionSettings(from),
    commit: from.text('commit'),
    deadman: deadmanOf(from),
    logLevel: from.oneOf('logLevel', logLevels),
    telemetry: telemetrySettings(env, errors),
    ...file,
    file: { path, readAgain: () => readConfig(env, holdsText) },
  };
  if (errors.length > 0) return { kind: 'invalid', errors, warnings };
  return { kind: 'valid', config: Object.freeze(config), warnings };
}

function rolesOf(from: SettingReader): Role[] {
  const roles = from
    .text('roles')
    .split(',')
    .map((role) => role.trim());
  for (const role of roles) {
    if (role !== 'api' && role !== 'worker')
      from.fail('roles', `names "${role}", which is not a role: use api or worker`);
  }
  return roles as Role[];
}

function apiKeyOf(from: SettingReader): string | null {
  const apiKey = from.optional('apiKey');
  if (apiKey !== null && keyIdOf(apiKey) === null) {
    from.fail('apiKey', 'is not an API key; create one with: npm start -- keys generate');
  }
  return apiKey;
}

/** Longer, and what follows the drain would not be done when a container's ten seconds are over. */
function drainOf(from: SettingReader): number {
  const drainMs = from.duration('drain', 0);
  if (drainMs > 5_000) from.fail('drain', 'must be at most 5s');
  return drainMs;
}

function deadmanOf(from: SettingReader): Config['deadman'] {
  const url = from.optional('deadmanUrl');
  const everyMs = from.duration('deadmanEvery', 3_000);
  if (url !== null && !httpUrl.safeParse(url).success) {
    from.fail('deadmanUrl', 'must be an http or https URL without a user name or password');
  }
  return url === null ? null : { url, everyMs };
}

function publicUrlOf(from: SettingReader): string | null {
  const url = from.optional('publicUrl');
  if (url !== null && !httpUrl.safeParse(url).success)
    from.fail('publicUrl', 'must begin with http:// or https:// and hold no user name or password');
  return url?.replace(/\/+$/, '') ?? null;
}

/** Only addresses: a name could lead elsewhere tomorrow. */
function trustedProxiesOf(from: SettingReader): string[] {
  const networks = from
    .text('trustedProxies')
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean);
  for (const network of networks) {
    const [address = '', prefix, ...more] = network.split('/');
    const longest = isIP(address) === 4 ? 32 : 128;
    // A network of everybody would let each caller say who it is.
    const isPrefix = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest);
    if (isIP(address) === 0 || !isPrefix || more.length > 0)
      from.fail(
        'trustedProxies',
        `names "${network}", which is not an address or a network such as 10.0.0.0/8`,
      );
  }
  return networks;
}

function partitionsOf(from: SettingReader, redisUrl: string | null): number {
  let isCluster = false;
  try {
    isCluster = redisUrl !== null && parseRedisUrl(redisUrl).kind === 'cluster';
  } catch (error) {
    from.fail('redisUrl', error instanceof Error ? error.message : 'is not valid');
  }
  return from.whole('partitions', from.optional('partitions') ?? (isCluster ? '16' : '1'), 1, 4096);
}

/** Where messages go is known before anything else is right: `config check` shows every error at once. */
function readMonitorFile(parts: {
  path: string | null;
  env: Env;
  errors: string[];
  defaults: TimingDefaults;
  mustHoldText: boolean;
}): MonitorFile & {
  path: string;
  holdsText: boolean;
  /** The variables that the file asks for. */
  named: Set<string>;
} {
  const { env, errors, defaults, mustHoldText } = parts;
  const path = parts.path ?? settings.file.fallback;
  let text: string | null = null;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    if (parts.path !== null) errors.push(`${settings.file.name} names ${path}, which cannot be read`);
    else if (mustHoldText) errors.push(`${path} cannot be read any more`);
  }
  const holdsText = text !== null && text.trim() !== '';
  if (text !== null && !holdsText && mustHoldText)
    errors.push(`${path} is empty; without channels it says: channels: []`);
  const fileErrors: string[] = [];
  const file = parseMonitorFile(text ?? '', env, fileErrors, defaults);
  errors.push(...fileErrors.map((error) => `${path}: ${error}`));
  const named = new Set([...(text ?? '').matchAll(/\$\{(\w+)\}/g)].map(([, variable = '']) => variable));
  return { ...file, path, holdsText, named };
}
