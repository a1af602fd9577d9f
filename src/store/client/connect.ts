import { once } from 'node:events';
import { Cluster, Redis } from 'ioredis';
import { type ConnectionOptions, parseRedisUrl } from './redis-url.ts';
import { withStoreErrors } from './with-store-errors.ts';

export type RedisClient = Redis | Cluster;

/**
 * How a client behaves while Redis is away. `fail-fast` answers its caller within half a second, so a heartbeat is
 * refused rather than kept waiting; `blocking` waits and goes on when Redis is back, which is what a worker wants.
 */
export type RetryMode = 'fail-fast' | 'blocking';

const shared: ConnectionOptions = {
  protocol: 2,
  keepAlive: 10_000,
  connectTimeout: 2_000,
  // ioredis waits so long for a socket that closed already, and keeps the process up meanwhile.
  disconnectTimeout: 500,
  retryStrategy: (attempt) => Math.min(50 * attempt, 500),
  // After a failover the old primary answers READONLY until the connection is opened again.
  reconnectOnError: (error) => (/^(READONLY|UNBLOCKED)/.test(error.message) ? 1 : false),
};

const retryModes: Record<RetryMode, ConnectionOptions> = {
  'fail-fast': {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    autoResendUnfulfilledCommands: false,
  },
  blocking: { maxRetriesPerRequest: null },
};

/**
 * A client for what `url` names: one Redis, a Sentinel group, a Cluster, or a socket of the private server. What it fails
 * with while Redis cannot serve is a `StoreUnavailable`.
 */
export function connect(url: string, mode: RetryMode, onError: (error: Error) => void): RedisClient {
  const target = parseRedisUrl(url);
  const options = { ...shared, ...retryModes[mode] };
  const client = withStoreErrors(open(target, options));
  // Its servers are asked by themselves, too.
  if (client instanceof Cluster) client.on('+node', withStoreErrors);
  client.on('error', onError);
  return client;
}

function open(target: ReturnType<typeof parseRedisUrl>, options: ConnectionOptions): RedisClient {
  switch (target.kind) {
    case 'single':
      return new Redis({ ...options, ...target.options });
    case 'sentinel':
      return new Redis({ ...options, ...target.options, failoverDetector: true });
    case 'cluster':
      return new Cluster(target.nodes, {
        redisOptions: { ...options, ...target.options },
        enableOfflineQueue: options.enableOfflineQueue ?? true,
        clusterRetryStrategy: (attempt) => Math.min(50 * attempt, 500),
      });
    default:
      return target satisfies never;
  }
}

/** Resolves when a client can be used; one that fails fast would refuse its first calls before. */
export async function whenReady(client: RedisClient): Promise<void> {
  if (client.status !== 'ready') await once(client, 'ready');
}

/** The servers that hold the data: the primaries of a cluster, else the one there is. */
export function primariesOf(client: RedisClient): Redis[] {
  return client instanceof Cluster ? client.nodes('master') : [client];
}
