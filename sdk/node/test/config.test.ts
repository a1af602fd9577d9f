import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addMonitor } from '../src/add-monitor.ts';
import { resolveConfig } from '../src/config/resolve-config.ts';
import { MonitorConfigError } from '../src/monitor-config-error.ts';
import { RecordingLogger } from './support/recording-logger.ts';
import { wire } from './support/wire.ts';

const needed = { baseUrl: 'https://monitor.example.com', apiKey: 'smk_x', serviceName: 'orders' };

function valid(options: Record<string, unknown>, env: Record<string, string> = {}) {
  const outcome = resolveConfig(options, env);
  if (outcome.kind !== 'valid') throw new Error(JSON.stringify(outcome));
  return outcome.config;
}

function errors(options: Record<string, unknown>, env: Record<string, string> = {}): readonly string[] {
  const outcome = resolveConfig(options, env);
  return outcome.kind === 'invalid' ? outcome.errors : [];
}

test('an option wins over its variable, and that over the default', () => {
  const env = {
    SERVICE_MONITOR_ENVIRONMENT: 'staging',
    SERVICE_MONITOR_HEARTBEAT_INTERVAL: '5m',
    NODE_ENV: 'test',
  };
  expect(valid({ ...needed, environment: 'blue' }, env).environment).toBe('blue');
  expect(valid(needed, env)).toMatchObject({ environment: 'staging', heartbeatIntervalMs: 300_000 });
  expect(valid(needed, { NODE_ENV: 'test' }).environment).toBe('test');
  expect(valid(needed)).toMatchObject({
    environment: 'production',
    heartbeatIntervalMs: 30_000,
    version: null,
  });
});

test('everything can come from variables', () => {
  const config = valid(
    {},
    {
      SERVICE_MONITOR_URL: 'http://monitor/base?x=1',
      SERVICE_MONITOR_API_KEY: 'smk_x',
      SERVICE_MONITOR_SERVICE: 'orders',
      SERVICE_MONITOR_VERSION: '1.2.3',
      SERVICE_MONITOR_INSTANCE_ID: 'a',
      SERVICE_MONITOR_HOSTNAME: 'web-1',
      SERVICE_MONITOR_PORT: '8080',
      SERVICE_MONITOR_INSTANCE_URL: 'http://a',
      SERVICE_MONITOR_ENABLE_METRICS: 'no',
      SERVICE_MONITOR_ENABLE_REQUEST_TRACKING: '0',
    },
  );
  expect(config.baseUrl.href).toBe('http://monitor/base/');
  expect(config).toMatchObject({
    version: '1.2.3',
    instanceId: 'a',
    hostname: 'web-1',
    port: 8080,
    url: 'http://a',
  });
  expect(config).toMatchObject({ enableMetrics: false, enableRequestTracking: false, serviceName: 'orders' });
});

test.for([
  ['http://monitor:9201', 'http://monitor:9201/'],
  ['http://monitor:9201//', 'http://monitor:9201/'],
  ['https://monitor/base///?x=1', 'https://monitor/base/'],
  ['https://monitor/a//b', 'https://monitor/a//b/'],
] as const)('the address %s is used as %s', ([baseUrl, used]) => {
  expect(valid({ ...needed, baseUrl }).baseUrl.href).toBe(used);
});

test('blank counts as not given, and the package that npm runs gives name and version', () => {
  const env = {
    SERVICE_MONITOR_SERVICE: ' ',
    npm_package_name: '@shop/orders',
    npm_package_version: '2.0.0',
  };
  expect(valid({ ...needed, serviceName: '' }, env)).toMatchObject({
    serviceName: 'shop/orders',
    version: '2.0.0',
  });
});

test('names are taken and refused as the monitor does', () => {
  const { taken, longest, refused } = wire('names') as unknown as {
    taken: { sent: string }[];
    longest: { character: string; times: number };
    refused: string[];
  };
  const long = longest.character.repeat(longest.times);
  for (const name of [...taken.map(({ sent }) => sent), long]) {
    expect(valid({ ...needed, serviceName: name, environment: name }).serviceName).toBe(name.trim());
  }
  for (const name of [...refused, 'a\ud800b', long + longest.character]) {
    expect(errors({ ...needed, serviceName: name })).toHaveLength(1);
    expect(errors({ ...needed, serviceName: undefined }, { npm_package_name: name })).toHaveLength(1);
  }
});

test('the key can lie in a file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sdk-node-key-')), 'key');
  writeFileSync(path, 'smk_from_file\n');
  const env = { SERVICE_MONITOR_API_KEY_FILE: path };
  expect(valid({ ...needed, apiKey: undefined }, env).apiKey).toBe('smk_from_file');
  expect(errors({ ...needed, apiKey: undefined }, { SERVICE_MONITOR_API_KEY_FILE: `${path}-none` })).toEqual([
    'SERVICE_MONITOR_API_KEY_FILE names a file that cannot be read',
  ]);
});

test('every error is listed at once, and none shows the key', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const found = errors(
    {
      baseUrl: 'ftp://monitor',
      apiKey: 'secret with spaces',
      environment: 'a\u202eb',
      port: 70_000,
      heartbeatIntervalMs: 5,
      metadata: circular,
      labels: { Team: 'shop', tier: 1 },
      timeouts: { stopMs: -1, stopS: 3 },
      handleSignals: ['SIGKILL'],
      health: 'healthy',
    },
    { SERVICE_MONITOR_ENABLE_METRICS: 'maybe' },
  );
  expect(found).toEqual([
    'baseUrl must be an http or https address',
    'apiKey must be printable ASCII without spaces',
    'serviceName (SERVICE_MONITOR_SERVICE) is missing',
    'environment contains control characters',
    'metadata cannot be written as JSON',
    'port must be a whole number from 1 to 65535',
    'heartbeatIntervalMs must be a number of milliseconds, from 100 ms to 604800000 ms',
    'SERVICE_MONITOR_ENABLE_METRICS must be true or false',
    'health must be a function',
    'labels: "Team" must be 1 to 63 of a-z, 0-9, "_", ".", "-" and "/", and begin with a letter or digit',
    'labels: the value of "tier" must be a text of 1 to 128 characters',
    'timeouts.stopMs must be a number of milliseconds',
    'timeouts.stopS is not known: requestMs, listenMs, registrationMs, healthMs, stopMs',
    'handleSignals must be true, false or a list of signals such as SIGTERM',
  ]);
});

test('a wrong configuration leaves an idle handle and one line, and throws only when strict', async () => {
  const logger = new RecordingLogger();
  const sdk = addMonitor({ baseUrl: 'nowhere', logger });
  expect(logger.lines).toHaveLength(1);
  expect(logger.lines[0]).toMatch(
    /^error Service Monitor is not configured: .*baseUrl.*; apiKey.*Nothing is sent\.$/,
  );
  expect(sdk.status().state).toBe('idle');
  expect(await sdk.registered).toMatchObject({ kind: 'idle' });
  expect(await sdk.stop()).toEqual({ kind: 'not-registered' });
  expect(() => addMonitor({ baseUrl: 'nowhere', strict: true, logger })).toThrow(MonitorConfigError);
});

test('options that are none leave an idle handle and one line', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => error.mockRestore());
  for (const none of [undefined, null]) {
    expect(addMonitor(none as undefined).status().state).toBe('idle');
    expect(error.mock.calls.splice(0)).toEqual([[expect.stringContaining('baseUrl')]]);
  }
});

test('switched off it says nothing and does nothing', () => {
  vi.stubEnv('SERVICE_MONITOR_ENABLED', 'false');
  onTestFinished(() => void vi.unstubAllEnvs());
  const logger = new RecordingLogger();
  expect(addMonitor({ strict: true, logger }).status().state).toBe('idle');
  expect(logger.lines).toEqual([]);
});

test('a logger that throws harms nobody', () => {
  const fail = () => {
    throw new Error('full disk');
  };
  expect(addMonitor({ logger: { debug: fail, info: fail, warn: fail, error: fail } }).status().state).toBe(
    'idle',
  );
});
