import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { openConfigDir } from './open-config-dir.ts';

const { dir, write, valid, errorsOf } = openConfigDir();

const key = `smk_testtest_${'k'.repeat(43)}`;

test('an empty environment gives the defaults', () => {
  expect(valid({})).toEqual({
    redisUrl: null,
    outageGroups: true,
    ...{ dataDir: './data', redisMemoryBytes: undefined },
    host: '127.0.0.1',
    port: 8080,
    roles: ['api', 'worker'],
    apiKey: null,
    partitions: 1,
    timing: {
      intervalMs: 30_000,
      downAfterMs: 120_000,
      graceMs: undefined,
      recoveryWindowMs: undefined,
    },
    blindAfterMs: 3_000,
    drainMs: 0,
    publicUrl: null,
    linkLifetimeMs: 86_400_000,
    signIn: null,
    ...{ rateLimit: 12_000, failedAuthLimit: 300, eventStreams: { ofNode: 1_000, ofKey: 200 } },
    quotas: { instances: 100_000, servicesPerMinute: 1_000 },
    trustedProxies: [],
    secretKeys: [],
    channelPrivateNetworks: [],
    instanceMetrics: 0,
    metricsHistory: 5_000,
    badges: [],
    retention: {
      ...{ incidentsMs: 400 * 86_400_000, notificationsMs: 90 * 86_400_000, auditMs: 400 * 86_400_000 },
      uptimeMs: 400 * 86_400_000,
      archiveDir: null,
    },
    commit: 'unknown',
    deadman: null,
    logLevel: 'info',
    telemetry: null,
    channels: [],
    routes: null,
    policies: [],
    reminding: { reminders: { everyMs: 1_800_000, backOff: 2, longestMs: 14_400_000 }, escalation: [] },
    maintenance: [],
    dependencies: [],
    operatorChannels: null,
    statusPages: [],
    file: { path: expect.stringMatching(/empty\.yaml$/), readAgain: expect.any(Function) },
  });
});

test('a variable that is set but empty is not set', () => {
  const names = ['REDIS_URL', 'MONITOR_PORT', 'MONITOR_DOWN_AFTER', 'MONITOR_ROLES', 'LOG_LEVEL'];
  const empty = valid(Object.fromEntries(names.map((name) => [name, ''])));
  expect({ ...empty, file: null }).toEqual({ ...valid({}), file: null });
});

test('everything that is set arrives', () => {
  expect(
    valid({
      ...{ REDIS_URL: 'redis://h:1/2', MONITOR_DATA_DIR: '/var/lib/m', MONITOR_HOST: '0.0.0.0' },
      ...{ MONITOR_PORT: '0', MONITOR_ROLES: ' worker , api', MONITOR_API_KEY: key },
      ...{ MONITOR_PARTITIONS: '4096', MONITOR_HEARTBEAT_INTERVAL: '100ms' },
      ...{ MONITOR_HEARTBEAT_GRACE: '0s', MONITOR_DOWN_AFTER: '1.5s', MONITOR_RECOVERY_WINDOW: '1d' },
      ...{ MONITOR_BLIND_AFTER: '300ms', MONITOR_PUBLIC_URL: 'https://m.example.com/x//' },
      ...{ MONITOR_RATE_LIMIT: '0', MONITOR_FAILED_AUTH_LIMIT: '9' },
      ...{ MONITOR_EVENT_STREAMS: '0', MONITOR_KEY_EVENT_STREAMS: '7' },
      ...{ MONITOR_REDIS_MEMORY: '2GB', MONITOR_KEY_INSTANCES: '0', MONITOR_KEY_NEW_SERVICES: '5' },
      ...{ MONITOR_TRUSTED_PROXIES: ' 10.0.0.0/8, 192.168.1.7 ,fd00::/8' },
      ...{ MONITOR_DEADMAN_URL: 'https://hc.example.com/id', MONITOR_DEADMAN_EVERY: '3s' },
      ...{ MONITOR_KEEP_INCIDENTS: '30d', MONITOR_KEEP_NOTIFICATIONS: '7d', MONITOR_KEEP_AUDIT: '1d' },
      MONITOR_KEEP_UPTIME: '90d',
      MONITOR_ARCHIVE_DIR: '/var/archive',
      ...{ MONITOR_DRAIN: '5s', MONITOR_INSTANCE_METRICS: '10000', LOG_LEVEL: 'silent' },
    }),
  ).toMatchObject({
    ...{ redisUrl: 'redis://h:1/2', dataDir: '/var/lib/m', host: '0.0.0.0', port: 0 },
    ...{ roles: ['worker', 'api'], apiKey: key, partitions: 4096, blindAfterMs: 300 },
    timing: { intervalMs: 100, graceMs: 0, downAfterMs: 1_500, recoveryWindowMs: 86_400_000 },
    ...{
      redisMemoryBytes: 2 * 1024 ** 3,
      rateLimit: 0,
      ...{ failedAuthLimit: 9, eventStreams: { ofNode: 0, ofKey: 7 } },
      quotas: { instances: 0, servicesPerMinute: 5 },
    },
    trustedProxies: ['10.0.0.0/8', '192.168.1.7', 'fd00::/8'],
    ...{ publicUrl: 'https://m.example.com/x', instanceMetrics: 10_000 },
    deadman: { url: 'https://hc.example.com/id', everyMs: 3_000 },
    retention: {
      ...{ incidentsMs: 30 * 86_400_000, notificationsMs: 7 * 86_400_000, auditMs: 86_400_000 },
      uptimeMs: 90 * 86_400_000,
      archiveDir: '/var/archive',
    },
    ...{ drainMs: 5_000, logLevel: 'silent' },
  });
});

test('records are kept for a day at least, and notifications no longer than their incidents', () => {
  expect(errorsOf({ MONITOR_KEEP_AUDIT: '23h' })).toEqual(['MONITOR_KEEP_AUDIT must be at least 1d']);
  expect(errorsOf({ MONITOR_KEEP_UPTIME: '501d' })).toEqual([
    'MONITOR_KEEP_UPTIME must not be longer than 500d',
  ]);
  expect(errorsOf({ MONITOR_KEEP_INCIDENTS: '30d', MONITOR_KEEP_NOTIFICATIONS: '31d' })).toEqual([
    'MONITOR_KEEP_NOTIFICATIONS must not be longer than MONITOR_KEEP_INCIDENTS',
  ]);
  expect(errorsOf({ MONITOR_KEEP_INCIDENTS: '30d' })).toEqual([
    'MONITOR_KEEP_NOTIFICATIONS must not be longer than MONITOR_KEEP_INCIDENTS',
  ]);
});

test('the configuration cannot be changed once it is read', () => {
  expect(Object.isFrozen(valid({}))).toBe(true);
});

test.each([
  ['redis://one', 1],
  ['redis+sentinel://a:1/group', 1],
  ['redis://a:1,b:2', 16],
  ['redis+cluster://a:1', 16],
  ['rediss+cluster://a:1', 16],
])('%s has %i partitions unless another number is asked for', (url, partitions) => {
  expect(valid({ REDIS_URL: url }).partitions).toBe(partitions);
  expect(valid({ REDIS_URL: url, MONITOR_PARTITIONS: '3' }).partitions).toBe(3);
});

describe('mistakes', () => {
  test('are all listed at once, those of the file too', () => {
    const errors = errorsOf({
      ...{ REDIS_URL: 'http://h', MONITOR_PORT: '65536', MONITOR_ROLES: 'api,boss', MONITOR_API_KEY: 'abc' },
      ...{ MONITOR_PARTITIONS: '0', MONITOR_HEARTBEAT_INTERVAL: '99ms', MONITOR_HEARTBEAT_GRACE: 'soon' },
      ...{ MONITOR_DOWN_AFTER: '120', MONITOR_RECOVERY_WINDOW: '-1s', MONITOR_BLIND_AFTER: '299ms' },
      ...{ MONITOR_PUBLIC_URL: 'monitor.example.com', LOG_LEVEL: 'loud', MONITOR_REDIS_MEMORY: 'much' },
      ...{ MONITOR_RATE_LIMIT: '-1', MONITOR_FAILED_AUTH_LIMIT: 'some' },
      ...{ MONITOR_EVENT_STREAMS: '-1', MONITOR_KEY_EVENT_STREAMS: 'many' },
      ...{ MONITOR_KEY_INSTANCES: 'all', MONITOR_KEY_NEW_SERVICES: '-1' },
      MONITOR_TRUSTED_PROXIES: '10.0.0.0/33, proxy.local, fd00::/8, ::/0',
      ...{ MONITOR_INSTANCE_METRICS: 'all', MONITOR_DRAIN: '5001ms' },
      ...{ MONITOR_DEADMAN_URL: 'ftp://h/canary', MONITOR_DEADMAN_EVERY: '1s' },
      MONITOR_CONFIG: write('bad.yaml', 'channels: 5\nextra: 1\n'),
    });
    const starts = [
      ...['REDIS_URL must look like redis://', 'MONITOR_PORT must be a whole number from 0 to 65535'],
      ...[
        'MONITOR_ROLES names "boss", which is not a role: use api or worker',
        'MONITOR_API_KEY is not an API key',
      ],
      ...['MONITOR_PARTITIONS must be a whole number from 1 to 4096'],
      ...['MONITOR_HEARTBEAT_INTERVAL must be at least 100ms', 'MONITOR_HEARTBEAT_GRACE must be a duration'],
      ...['MONITOR_DOWN_AFTER must be a duration', 'MONITOR_RECOVERY_WINDOW must be a duration'],
      ...['MONITOR_BLIND_AFTER must be at least 300ms', 'MONITOR_PUBLIC_URL must begin with http'],
      ...['MONITOR_RATE_LIMIT must be a whole', 'MONITOR_FAILED_AUTH_LIMIT must be a whole'],
      ...['MONITOR_EVENT_STREAMS must be a whole', 'MONITOR_KEY_EVENT_STREAMS must be a whole'],
      ...['MONITOR_KEY_INSTANCES must be a whole', 'MONITOR_KEY_NEW_SERVICES must be a whole'],
      ...['10.0.0.0/33', 'proxy.local', '::/0'].map((text) => `MONITOR_TRUSTED_PROXIES names "${text}"`),
      'MONITOR_DRAIN must be at most 5s',
      ...[
        'MONITOR_REDIS_MEMORY must be a size such as 512mb or 2gb',
        'LOG_LEVEL must be one of fatal, error',
        'MONITOR_INSTANCE_METRICS must be a whole number from 0 to 1000000',
        'MONITOR_DEADMAN_URL must be an http or https URL',
        'MONITOR_DEADMAN_EVERY must be at least 3s',
        `${dir}/bad.yaml: channels: `,
        `${dir}/bad.yaml: the file: `,
      ],
    ];
    const found = (start: string) => errors.filter((error) => error.startsWith(start)).length;
    expect(starts.filter((start) => found(start) !== 1)).toEqual([]);
    expect(errors).toHaveLength(starts.length);
  });

  test.each(['63mb', '512', '1.5gb'])('%s is no memory for Redis to live with', (size) => {
    expect(errorsOf({ MONITOR_REDIS_MEMORY: size })).toEqual([
      expect.stringMatching(/^MONITOR_REDIS_MEMORY/),
    ]);
  });

  test.each(['8080.5', '1e3', ' 80', '-1', '0x50', 'NaN'])('a port of "%s" is none', (port) => {
    expect(errorsOf({ MONITOR_PORT: port })).toEqual(['MONITOR_PORT must be a whole number from 0 to 65535']);
  });

  test('a file that is named must be there; the one that is not named need not be', () => {
    expect(errorsOf({ MONITOR_CONFIG: join(dir, 'none.yaml') })).toEqual([
      `MONITOR_CONFIG names ${join(dir, 'none.yaml')}, which cannot be read`,
    ]);
    expect(loadConfig({}).kind).toBe('valid');
  });

  test('an empty file is told, since a node that runs refuses it later', () => {
    const path = write('nothing.yaml', ' \n');
    expect(loadConfig({ MONITOR_CONFIG: path })).toMatchObject({
      kind: 'valid',
      warnings: [
        expect.stringMatching(/nothing\.yaml is empty, .+ without channels it says: channels: \[\]$/),
      ],
    });
  });

  test('no message repeats a secret', () => {
    const errors = errorsOf({
      ...{ MONITOR_API_KEY: 'smk_canary', REDIS_URL: 'redis://:canary/word@h' },
      MONITOR_CONFIG: write(
        'secret.yaml',
        [
          'channels:',
          '  - { id: hook, type: webhook, url: "http://h", secret: "whsec_canary" }',
          '  - { id: mail, type: email, url: "smtp//me:canary@h", from: "x@example.com", to: [y@example.com] }',
          '  - { id: chat, type: slack, url: "hooks.slack.com/canary" }',
        ].join('\n'),
      ),
    });
    expect(errors.length).toBeGreaterThanOrEqual(5);
    expect(errors.join('\n')).not.toContain('canary');
  });
});

describe('a secret', () => {
  test('may come from a file, without the newline at its end', () => {
    const path = write('key', `${key}\n`);
    expect(valid({ MONITOR_API_KEY_FILE: path }).apiKey).toBe(key);
    const url = write('url', 'redis://:pw@h:1/0\n');
    expect(valid({ REDIS_URL_FILE: url }).redisUrl).toBe('redis://:pw@h:1/0');
  });

  test('whose file cannot be read, or says no key, is a mistake', () => {
    expect(errorsOf({ MONITOR_API_KEY_FILE: join(dir, 'none') })).toEqual([
      `MONITOR_API_KEY_FILE names ${join(dir, 'none')}, which cannot be read`,
    ]);
    expect(errorsOf({ MONITOR_API_KEY_FILE: write('wrong', 'abc') })).toHaveLength(1);
  });

  test('is the only kind of setting that comes from files', () => {
    expect(errorsOf({ LOG_LEVEL_FILE: write('level', 'debug') })).toEqual([]);
    expect(valid({ LOG_LEVEL_FILE: write('level', 'debug') }).logLevel).toBe('info');
    expect(errorsOf({ MONITOR_ROLES_FILE: write('roles', 'api') })).toHaveLength(1);
  });
});

test('a public URL with a user and a password is refused', () => {
  expect(errorsOf({ MONITOR_PUBLIC_URL: 'http://u:canary@x' })).toEqual([
    'MONITOR_PUBLIC_URL must begin with http:// or https:// and hold no user name or password',
  ]);
});
