import type { Setting } from './setting.ts';
import { settingsOfChannels } from './settings-of-channels.ts';
import { settingsOfSignIn } from './settings-of-sign-in.ts';

/** Every environment variable that the monitor reads. The README's table is made from this list. */
export const settings = {
  redisUrl: {
    name: 'REDIS_URL',
    fallback: '',
    meaning:
      '`redis://`, `rediss://`, `redis+sentinel://host:port,…/name` or a list of cluster nodes. If not set, the monitor starts a private redis-server with its data in `MONITOR_DATA_DIR`.',
    secret: true,
  },
  dataDir: {
    name: 'MONITOR_DATA_DIR',
    fallback: './data',
    meaning: 'Where the private redis-server keeps its data.',
  },
  redisMemory: {
    name: 'MONITOR_REDIS_MEMORY',
    fallback: '',
    meaning:
      'The memory limit of the private redis-server, such as `512mb` or `2gb`. Default: half of the memory of the machine or the container. At 70 % the monitor reports that it is impaired. At 100 % heartbeats are answered 503.',
  },
  host: {
    name: 'MONITOR_HOST',
    fallback: '127.0.0.1',
    meaning: 'The address to listen on; `0.0.0.0` for all.',
  },
  port: { name: 'MONITOR_PORT', fallback: '8080', meaning: 'The port to listen on; `0` takes a free one.' },
  roles: {
    name: 'MONITOR_ROLES',
    fallback: 'api,worker',
    meaning: 'What this process does: `api`, `worker` or both.',
  },
  apiKey: {
    name: 'MONITOR_API_KEY',
    fallback: '',
    meaning:
      'An API key with all scopes, made with `keys generate`. It is stored at the start, and again when Redis has lost its data. A revoked key is not stored.',
    secret: true,
  },
  file: {
    name: 'MONITOR_CONFIG',
    fallback: 'monitor.yaml',
    meaning: 'The file with channels, routes and service policies. Only the default file may be missing.',
  },
  partitions: {
    name: 'MONITOR_PARTITIONS',
    fallback: '',
    meaning:
      'The number of shards of services. It is fixed at the first start. Default: 1, or 16 on a Redis Cluster.',
  },
  interval: {
    name: 'MONITOR_HEARTBEAT_INTERVAL',
    fallback: '30s',
    meaning: 'How often an instance is expected to send a heartbeat.',
  },
  grace: {
    name: 'MONITOR_HEARTBEAT_GRACE',
    fallback: '',
    meaning: 'How late a heartbeat may be. Default: 20 % of the interval, at least 250 ms.',
  },
  downAfter: {
    name: 'MONITOR_DOWN_AFTER',
    fallback: '2m',
    meaning:
      'How long an instance must be silent to be Down. It is at least three intervals and the grace. If an instance or a policy has a longer interval, that interval is used for the minimum.',
  },
  recoveryWindow: {
    name: 'MONITOR_RECOVERY_WINDOW',
    fallback: '',
    meaning: 'How long a Recovered instance must be on time to become Healthy. Default: two intervals.',
  },
  blindAfter: {
    name: 'MONITOR_BLIND_AFTER',
    fallback: '',
    meaning:
      'The monitor tests its own heartbeat path every second. When no test has succeeded for this time, silence does not count. Default: 3 s, or less when the shortest `downAfter` is short: half of what remains of it after interval and grace.',
  },
  outageGroups: {
    name: 'MONITOR_OUTAGE_GROUPS',
    fallback: 'on',
    meaning:
      'Whether services that are Down for one cause (a host, a zone, a version, everything at once) are told in one message. `off`: each incident is told by itself.',
  },
  drain: {
    name: 'MONITOR_DRAIN',
    fallback: '0s',
    meaning:
      'How long an API node still serves requests after SIGTERM. During this time `/readyz` answers 503, so that load balancers take the node out. At most `5s`.',
  },
  publicUrl: {
    name: 'MONITOR_PUBLIC_URL',
    fallback: '',
    meaning:
      'The address at which people open this monitor, for links in messages. Default: `http://host:port`.',
  },
  linkLifetime: {
    name: 'MONITOR_LINK_LIFETIME',
    fallback: '24h',
    meaning:
      'How long the link in a message works with which a person acknowledges the incident without logging in. It works once, and not after the end of the incident. `0s`: messages have no such link; without `MONITOR_PUBLIC_URL` they have none either.',
  },
  ...settingsOfSignIn,
  ...settingsOfChannels,
  rateLimit: {
    name: 'MONITOR_RATE_LIMIT',
    fallback: '12000',
    meaning:
      'How many requests a minute one API key may make on one node. More are answered 429. Registrations, heartbeats and deregistrations are not limited. `0`: no limit.',
  },
  eventStreams: {
    name: 'MONITOR_EVENT_STREAMS',
    fallback: '1000',
    meaning:
      'How many streams of `GET /api/events` may be open on one node: one for each visible browser tab of the dashboard. One more is answered 503. `0`: there are no streams, and the dashboard asks every few seconds.',
  },
  keyEventStreams: {
    name: 'MONITOR_KEY_EVENT_STREAMS',
    fallback: '200',
    meaning: 'How many of these streams may be open with one API key on one node. One more is answered 429.',
  },
  failedAuthLimit: {
    name: 'MONITOR_FAILED_AUTH_LIMIT',
    fallback: '300',
    meaning:
      'How many requests a minute without a valid key are answered 401, for each client address and node. More are answered 429. Requests with a valid key are not limited. `0`: no limit.',
  },
  keyInstances: {
    name: 'MONITOR_KEY_INSTANCES',
    fallback: '100000',
    meaning:
      'How many instances may be registered with one API key at a time, unless the key has its own limit (`keys create --max-instances`). Above the limit, a new instance is answered 429; a known instance may always register again. `0`: no limit.',
  },
  keyNewServices: {
    name: 'MONITOR_KEY_NEW_SERVICES',
    fallback: '1000',
    meaning:
      'How many new services a minute may be registered with one API key. More are answered 429. `0`: no limit.',
  },
  trustedProxies: {
    name: 'MONITOR_TRUSTED_PROXIES',
    fallback: '',
    meaning:
      'Addresses or networks (`10.0.0.0/8`) of the proxies in front of this node, separated by commas. Only their `X-Forwarded-For` is used.',
  },
  instanceMetrics: {
    name: 'MONITOR_INSTANCE_METRICS',
    fallback: '0',
    meaning:
      'The maximum number of instances on `/metrics/instances`, such as `10000`. `0`: the route does not exist.',
  },
  metricsHistory: {
    name: 'MONITOR_METRICS_HISTORY',
    fallback: '5000',
    meaning:
      'The metrics of the last hour are kept for each instance, a point a minute, 1.4 KB of Redis memory an instance, as long as there are at most so many instances. `0`: never.',
  },
  badges: {
    name: 'MONITOR_BADGES',
    fallback: '',
    meaning:
      'The services whose badge (`/badge/:serviceId.svg`, their status or uptime) everybody may see, without a key: names or `environment/name`, both globs, separated by commas, such as `production/*`. If not set, there are no badges.',
  },
  keepIncidents: {
    name: 'MONITOR_KEEP_INCIDENTS',
    fallback: '400d',
    meaning: 'How long an incident is kept after it was resolved. An open incident is always kept.',
  },
  keepNotifications: {
    name: 'MONITOR_KEEP_NOTIFICATIONS',
    fallback: '90d',
    meaning:
      'How long a notification is kept. One that waits, or belongs to an open incident, is always kept. At most as long as incidents.',
  },
  keepAudit: {
    name: 'MONITOR_KEEP_AUDIT',
    fallback: '400d',
    meaning: 'How long an entry of the audit log is kept, if it is one of the newest 20,000.',
  },
  keepUptime: {
    name: 'MONITOR_KEEP_UPTIME',
    fallback: '400d',
    meaning: 'For how many days the uptime of a service, and its changes of status, are kept; at most 500d.',
  },
  archiveDir: {
    name: 'MONITOR_ARCHIVE_DIR',
    fallback: '',
    meaning:
      'A directory to which a worker writes old records before it removes them from Redis, as lines of JSON, one file a day. It must exist. While it cannot be written to, nothing is removed. If not set, old records are removed without a copy.',
  },
  commit: {
    name: 'MONITOR_COMMIT',
    fallback: 'unknown',
    meaning:
      'The commit that this program was built from, for `monitor_build_info`. In an image it is set by the build.',
  },
  url: {
    name: 'MONITOR_URL',
    fallback: '',
    meaning:
      'The address at which commands such as `status` find the running monitor. Default: `MONITOR_PUBLIC_URL`, else `MONITOR_PORT` on this machine.',
  },
  deadmanUrl: {
    name: 'MONITOR_DEADMAN_URL',
    fallback: '',
    meaning:
      "The URL of an external dead-man's-switch. The monitor calls it (GET) as long as its synthetic outages complete end to end, from silence to message and back. Set the same on every node.",
    secret: true,
  },
  deadmanEvery: {
    name: 'MONITOR_DEADMAN_EVERY',
    fallback: '1m',
    meaning:
      "How often the dead-man's-switch is called. A synthetic outage must complete within this time. Set the same on every node.",
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
