import { readFileSync } from 'node:fs';
import type { ChannelConfig } from './channels/registry.ts';
import { type MonitorFile, parseMonitorFile } from './config/monitor-file.ts';
import { type Setting, type SettingName, settings } from './config/settings.ts';
import { keyIdOf } from './domain/api-key.ts';
import { parseDuration } from './domain/duration.ts';
import type { Route } from './domain/plan-messages.ts';
import type { ServicePolicy } from './domain/policy.ts';
import type { TimingDefaults } from './domain/timing.ts';
import { parseRedisUrl } from './store/redis-url.ts';
import type { LogLevel } from './telemetry/logger.ts';

export type Role = 'api' | 'worker';

/** Everything that can be set, read once and then fixed. Times in milliseconds. */
export interface Config {
  /** Null: a private redis-server in `dataDir`. */
  redisUrl: string | null;
  dataDir: string;
  host: string;
  port: number;
  roles: readonly Role[];
  apiKey: string | null;
  partitions: number;
  timing: TimingDefaults;
  blindAfterMs: number;
  /** Null: made from host and port once they are known. */
  publicUrl: string | null;
  logLevel: LogLevel;
  channels: readonly ChannelConfig[];
  routes: readonly Route[] | null;
  policies: readonly ServicePolicy[];
}

export type ConfigOutcome = { kind: 'valid'; config: Config } | { kind: 'invalid'; errors: string[] };

type Env = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The configuration of this process, or everything that is wrong with it. */
export function loadConfig(env: Env = process.env): ConfigOutcome {
  const errors: string[] = [];
  const get = (name: SettingName) => read(settings[name], env, errors);
  const text = (name: SettingName) => get(name) ?? settings[name].fallback;
  const fail = (name: SettingName, message: string) => errors.push(`${settings[name].name} ${message}`);
  const duration = (name: SettingName, shortestMs: number) => {
    const ms = parseDuration(text(name));
    if (ms === null) fail(name, 'must be a duration such as 250ms, 30s, 2m or 6h');
    else if (ms < shortestMs) fail(name, `must be at least ${shortestMs}ms`);
    return ms ?? 0;
  };
  const optionalDuration = (name: SettingName) => (get(name) === undefined ? undefined : duration(name, 0));
  const whole = (name: SettingName, value: string, least: number, most: number) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) fail(name, `must be a whole number from ${least} to ${most}`);
    return number;
  };

  const redisUrl = get('redisUrl') ?? null;
  const isCluster = redisUrl !== null && kindOfRedis(redisUrl, (message) => fail('redisUrl', message)) === 'cluster';
  const apiKey = get('apiKey') ?? null;
  if (apiKey !== null && keyIdOf(apiKey) === null) fail('apiKey', 'is not a key; make one with: npm start -- keys generate');
  const logLevel = text('logLevel');
  if (!logLevels.includes(logLevel)) fail('logLevel', `must be one of ${logLevels.join(', ')}`);
  const publicUrl = get('publicUrl') ?? null;
  if (publicUrl !== null && !/^https?:\/\/[^\s/]+/.test(publicUrl)) fail('publicUrl', 'must begin with http:// or https://');
  const roles = text('roles')
    .split(',')
    .map((role) => role.trim());
  for (const role of roles) if (role !== 'api' && role !== 'worker') fail('roles', `names "${role}", which is no role: api, worker`);
  const file = readMonitorFile(get('file'), env, errors);

  const config: Config = {
    redisUrl,
    dataDir: text('dataDir'),
    host: text('host'),
    port: whole('port', text('port'), 0, 65_535),
    roles: roles as Role[],
    apiKey,
    partitions: whole('partitions', get('partitions') ?? (isCluster ? '16' : '1'), 1, 4096),
    timing: {
      intervalMs: duration('interval', 100),
      downAfterMs: duration('downAfter', 200),
      graceMs: optionalDuration('grace'),
      recoveryWindowMs: optionalDuration('recoveryWindow'),
    },
    blindAfterMs: duration('blindAfter', 300),
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
    logLevel: logLevel as LogLevel,
    ...file,
  };
  return errors.length > 0 ? { kind: 'invalid', errors } : { kind: 'valid', config: Object.freeze(config) };
}

/** The little that a command line wants of the environment; everything else is in the Config. */
export function processEnvironment(env: Env = process.env): {
  noColour: boolean;
  url: string;
  apiKey: string | undefined;
} {
  const port = env[settings.port.name] || settings.port.fallback;
  return {
    noColour: Boolean(env['NO_COLOR']),
    url: env[settings.publicUrl.name] || `http://127.0.0.1:${port}`,
    apiKey: env[settings.apiKey.name] || undefined,
  };
}

/** Where messages go is known before anything else is right: `config check` shows every error at once. */
function readMonitorFile(path: string | undefined, env: Env, errors: string[]): MonitorFile {
  const name = path ?? settings.file.fallback;
  let text = '';
  try {
    text = readFileSync(name, 'utf8');
  } catch {
    if (path !== undefined) errors.push(`${settings.file.name} names ${name}, which cannot be read`);
  }
  const fileErrors: string[] = [];
  const file = parseMonitorFile(text, env, fileErrors);
  errors.push(...fileErrors.map((error) => `${name}: ${error}`));
  return file;
}

/** A variable's value; a secret's also from the file that `<name>_FILE` names. An empty one is not set. */
function read(setting: Setting, env: Env, errors: string[]): string | undefined {
  const path = setting.secret ? env[`${setting.name}_FILE`] : undefined;
  if (!path) return env[setting.name] || undefined;
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    errors.push(`${setting.name}_FILE names ${path}, which cannot be read`);
    return undefined;
  }
}

function kindOfRedis(url: string, fail: (message: string) => void): string | null {
  try {
    return parseRedisUrl(url).kind;
  } catch (error) {
    fail(error instanceof Error ? error.message : 'is not valid');
    return null;
  }
}
