/** One environment variable: what it means, and what it is when it is not set. */
export interface Setting {
  name: string;
  /** As it is shown in the table; the empty text means that it is derived, and `meaning` says from what. */
  fallback: string;
  meaning: string;
  /** A secret may come from a file named in `<name>_FILE`, and is never printed. */
  secret?: boolean;
}

/** Every environment variable that the monitor reads. The README's table is made from this list. */
export const settings = {
  redisUrl: {
    name: 'REDIS_URL',
    fallback: '',
    meaning:
      '`redis://`, `rediss://`, `redis+sentinel://host:port,…/name` or a list of cluster nodes. None: a private redis-server with its data in `MONITOR_DATA_DIR`.',
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
      'How much memory the private redis-server may take, such as `512mb` or `2gb`: half of what the machine or the container has. When 70 % is used the monitor says that it is impaired; when all is, heartbeats are answered 503.',
  },
  host: { name: 'MONITOR_HOST', fallback: '127.0.0.1', meaning: 'Address to listen on; `0.0.0.0` for all.' },
  port: { name: 'MONITOR_PORT', fallback: '8080', meaning: 'Port to listen on; `0` takes a free one.' },
  roles: {
    name: 'MONITOR_ROLES',
    fallback: 'api,worker',
    meaning: 'What this process does: `api`, `worker` or both.',
  },
  apiKey: {
    name: 'MONITOR_API_KEY',
    fallback: '',
    meaning:
      'A key with all scopes, made with `keys generate`; it is stored at start, unless it was revoked, and again when Redis came back empty.',
    secret: true,
  },
  file: {
    name: 'MONITOR_CONFIG',
    fallback: 'monitor.yaml',
    meaning: 'The file with channels, routes and service policies; the default may be absent.',
  },
  partitions: {
    name: 'MONITOR_PARTITIONS',
    fallback: '',
    meaning: 'Shards of services, fixed at the first start: 1, or 16 on a Redis Cluster.',
  },
  interval: {
    name: 'MONITOR_HEARTBEAT_INTERVAL',
    fallback: '30s',
    meaning: 'How often an instance is expected to beat.',
  },
  grace: {
    name: 'MONITOR_HEARTBEAT_GRACE',
    fallback: '',
    meaning: 'How late a heartbeat may be: 20 % of the interval, at least 250 ms.',
  },
  downAfter: {
    name: 'MONITOR_DOWN_AFTER',
    fallback: '2m',
    meaning:
      'Silence that makes an instance Down; at least three intervals and the grace, and where an instance or a policy has a longer interval, of that.',
  },
  recoveryWindow: {
    name: 'MONITOR_RECOVERY_WINDOW',
    fallback: '',
    meaning: 'How long a Recovered instance must be on time to be Healthy: two intervals.',
  },
  blindAfter: {
    name: 'MONITOR_BLIND_AFTER',
    fallback: '',
    meaning:
      'Without a sign of our own ingest path for so long, silence does not count: 3 s, or half of what the shortest `downAfter` leaves after interval and grace.',
  },
  drain: {
    name: 'MONITOR_DRAIN',
    fallback: '0s',
    meaning:
      'How long an API node that is told to stop goes on serving while `/readyz` says 503, so that load balancers notice; at most `5s`.',
  },
  publicUrl: {
    name: 'MONITOR_PUBLIC_URL',
    fallback: '',
    meaning: 'Where people reach this monitor, for links in messages: `http://host:port`.',
  },
  rateLimit: {
    name: 'MONITOR_RATE_LIMIT',
    fallback: '12000',
    meaning:
      'Requests a minute that one API key may make on one node; more are answered 429. What instances send (registrations, heartbeats, deregistrations) is not held back by it. `0`: no limit.',
  },
  failedAuthLimit: {
    name: 'MONITOR_FAILED_AUTH_LIMIT',
    fallback: '300',
    meaning:
      'Requests a minute without a valid key that one address is answered 401 on one node; more get 429. A valid key is never held back by it. `0`: no limit.',
  },
  keyInstances: {
    name: 'MONITOR_KEY_INSTANCES',
    fallback: '100000',
    meaning:
      'How many living instances may be registered with one API key, unless it has a limit of its own (`keys create --max-instances`); a new one more is answered 429, one that is known never. `0`: any number.',
  },
  keyNewServices: {
    name: 'MONITOR_KEY_NEW_SERVICES',
    fallback: '1000',
    meaning:
      'How many new services one API key may bring in a minute; more are answered 429. `0`: any number.',
  },
  trustedProxies: {
    name: 'MONITOR_TRUSTED_PROXIES',
    fallback: '',
    meaning:
      'Addresses or networks (`10.0.0.0/8`) of proxies before this node, joined by commas: their `X-Forwarded-For` is believed.',
  },
  instanceMetrics: {
    name: 'MONITOR_INSTANCE_METRICS',
    fallback: '0',
    meaning:
      'How many instances `/metrics/instances` shows at most, such as `10000`; 0: the route is not there.',
  },
  commit: {
    name: 'MONITOR_COMMIT',
    fallback: 'unknown',
    meaning:
      'The commit that this program was built from, for `monitor_build_info`; an image has it from its build.',
  },
  url: {
    name: 'MONITOR_URL',
    fallback: '',
    meaning:
      'Where the commands that ask a running monitor find it: `MONITOR_PUBLIC_URL`, else `MONITOR_PORT` on this machine.',
  },
  deadmanUrl: {
    name: 'MONITOR_DEADMAN_URL',
    fallback: '',
    meaning:
      "A dead-man's-switch outside: its URL is called (GET) as long as a synthetic outage completes end to end, from silence to message and back. The same on every node.",
    secret: true,
  },
  deadmanEvery: {
    name: 'MONITOR_DEADMAN_EVERY',
    fallback: '1m',
    meaning:
      "How often the dead-man's-switch is called; a synthetic outage must complete within it. The same on every node.",
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
