import { hostname } from 'node:os';
import type { Config } from './config.ts';
import type { Env } from './env.ts';
import { proxyFor } from './proxy-for.ts';
import { readAddress } from './read-address.ts';
import { readApiKey } from './read-api-key.ts';
import { readLabels } from './read-labels.ts';
import { readLocation } from './read-location.ts';
import { readMetadata } from './read-metadata.ts';
import { readName } from './read-name.ts';
import { readSignals } from './read-signals.ts';
import { readTimeouts } from './read-timeouts.ts';
import { SettingReader } from './setting-reader.ts';

export type ConfigOutcome =
  | { kind: 'valid'; config: Config }
  | { kind: 'disabled' }
  | { kind: 'invalid'; errors: readonly string[] };

const weekMs = 7 * 24 * 3_600_000;

/** Option, else variable, else default; or everything that is wrong. */
export function resolveConfig(options: Readonly<Record<string, unknown>>, env: Env): ConfigOutcome {
  const reader = new SettingReader(options, env);
  if (!reader.switch('enabled', true)) return { kind: 'disabled' };
  const baseUrl = readAddress(reader);
  const apiKey = readApiKey(reader, env);
  // A scope is no part of a name that people read: @shop/orders is shop/orders.
  const serviceName = readName(reader, 'serviceName', env['npm_package_name']?.replace(/^@/, ''));
  const environment = readName(reader, 'environment', env['NODE_ENV'] || 'production');
  const metadata = readMetadata(reader, options['metadata']);
  const rest = {
    version: reader.text('version', 128) ?? env['npm_package_version']?.slice(0, 128) ?? null,
    instanceId: reader.text('instanceId', 256),
    hostname: reader.text('hostname', 253) ?? (env['POD_NAME'] || hostname()),
    port: reader.wholeNumber('port', 1, 65_535),
    likelyPort: portOf(env['PORT']),
    url: reader.text('url', 2_048),
    heartbeatIntervalMs: reader.durationMs('heartbeatIntervalMs', 100, weekMs) ?? 30_000,
    enableMetrics: reader.switch('enableMetrics', true),
    enableRequestTracking: reader.switch('enableRequestTracking', true),
    health: readCallback(reader, options['health']),
    metadata,
    labels: readLabels(reader, options['labels'], metadata),
    location: readLocation(reader, options['location']),
    askCloudMetadata: reader.switch('askCloudMetadata', false),
    timeouts: readTimeouts(reader, options['timeouts']),
    signals: readSignals(reader, options['handleSignals']),
    readApiKey: () => readApiKey(new SettingReader(options, env), env),
  };
  const isComplete = baseUrl !== null && apiKey !== null && serviceName !== null && environment !== null;
  if (!isComplete || reader.errors.length > 0) return { kind: 'invalid', errors: reader.errors };
  const required = { baseUrl, proxy: proxyFor(baseUrl, env), apiKey, serviceName, environment };
  return { kind: 'valid', config: Object.freeze({ ...required, ...rest }) };
}

function readCallback(reader: SettingReader, given: unknown): Config['health'] {
  if (given === undefined || given === null) return null;
  return typeof given === 'function' ? () => given() as unknown : reader.fail('health must be a function');
}

/** `PORT` is not ours: where it holds something else (a pipe, several ports), it says nothing. */
function portOf(text: string | undefined): number | null {
  const port = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}
