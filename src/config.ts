import { readFileSync } from 'node:fs';
import { httpUrl } from './channels/outbound/http-url.ts';
import { badgesOf } from './config/badges-of.ts';
import { blindAfterMs } from './config/blind-after.ts';
import type { Config, ConfigOutcome, Role } from './config/configuration.ts';
import { judgeDownAfter } from './config/faults-of-timing.ts';
import { type MonitorFile, parseMonitorFile } from './config/monitor-file.ts';
import { networksOf } from './config/networks-of.ts';
import { retentionSettings } from './config/retention-settings.ts';
import { secretKeysOf } from './config/secret-keys-of.ts';
import { SettingReader } from './config/setting-reader.ts';
import { settings } from './config/settings.ts';
import { signInSettings } from './config/sign-in-settings.ts';
import { telemetrySettings } from './config/telemetry-settings.ts';
import { judgeVariables } from './config/unknown-variables.ts';
import { keyIdOf } from './domain/api-key.ts';
import type { TimingDefaults } from './domain/timing.ts';
import { parseRedisUrl } from './store/client/redis-url.ts';
import type { LogLevel } from './telemetry/logger.ts';

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
  from.oneOf('commandChannels', ['on', 'off']);
  const errorsBefore = errors.length;
  const warnings: string[] = [];
  const { named, path, holdsText, elsewhere, ...file } = readMonitorFile({
    path: from.optional('file'),
    env,
    errors,
    warnings,
    defaults: timing,
    mustHoldText,
  });
  const errorsOfFile = errors.length - errorsBefore;
  const variables = judgeVariables(env, named);
  errors.push(...variables.errors);
  warnings.push(...variables.warnings, ...elsewhere.map((one) => `${path}: ${one}`));
  const publicUrl = publicUrlOf(from, warnings);
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
    publicUrl,
    linkLifetimeMs: from.duration('linkLifetime', 0),
    signIn: signInSettings(from, publicUrl),
    rateLimit: from.whole('rateLimit', from.text('rateLimit'), 0, 10_000_000),
    eventStreams: {
      ofNode: from.whole('eventStreams', from.text('eventStreams'), 0, 100_000),
      ofKey: from.whole('keyEventStreams', from.text('keyEventStreams'), 0, 100_000),
    },
    failedAuthLimit: from.whole('failedAuthLimit', from.text('failedAuthLimit'), 0, 10_000_000),
    quotas: {
      instances: from.whole('keyInstances', from.text('keyInstances'), 0, 100_000_000),
      servicesPerMinute: from.whole('keyNewServices', from.text('keyNewServices'), 0, 10_000_000),
    },
    trustedProxies: networksOf(from, 'trustedProxies'),
    secretKeys: secretKeysOf(from),
    channelPrivateNetworks: networksOf(from, 'channelPrivateNetworks'),
    instanceMetrics: from.whole('instanceMetrics', from.text('instanceMetrics'), 0, 1_000_000),
    metricsHistory: from.whole('metricsHistory', from.text('metricsHistory'), 0, 100_000),
    badges: badgesOf(from),
    retention: retentionSettings(from),
    commit: from.text('commit'),
    deadman: deadmanOf(from),
    logLevel: from.oneOf('logLevel', logLevels),
    telemetry: telemetrySettings(env, errors),
    ...file,
    file: { path, readAgain: () => readConfig(env, holdsText) },
  };
  if (errors.length > errorsOfFile) return { kind: 'invalid', errors, warnings };
  if (errors.length > 0) {
    const { elsewhere: _, ...nothing } = parseMonitorFile('', env, [], timing);
    return { kind: 'invalid', errors, warnings, withoutFile: Object.freeze({ ...config, ...nothing }) };
  }
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

function publicUrlOf(from: SettingReader, warnings: string[]): string | null {
  const url = from.optional('publicUrl');
  if (url !== null && !httpUrl.safeParse(url).success)
    from.fail('publicUrl', 'must begin with http:// or https:// and hold no user name or password');
  if (url !== null && URL.canParse(url) && new URL(url).pathname !== '/')
    warnings.push(
      'MONITOR_PUBLIC_URL has a path: links in messages will have it, but the web page and the sign-in work only at the root of a host',
    );
  return url?.replace(/\/+$/, '') ?? null;
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
  warnings: string[];
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
  if (text !== null && !holdsText) {
    const advice = 'without channels it says: channels: []';
    if (mustHoldText) errors.push(`${path} is empty; ${advice}`);
    else
      parts.warnings.push(
        `${path} is empty, and a node that runs with settings of it refuses that; ${advice}`,
      );
  }
  const fileErrors: string[] = [];
  const file = parseMonitorFile(text ?? '', env, fileErrors, defaults);
  errors.push(...fileErrors.map((error) => `${path}: ${error}`));
  const named = new Set([...(text ?? '').matchAll(/\$\{(\w+)\}/g)].map(([, variable = '']) => variable));
  return { ...file, path, holdsText, named };
}
