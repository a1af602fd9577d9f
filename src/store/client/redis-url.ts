import type { RedisOptions } from 'ioredis';

/** ioredis options; the shape of replies is not ours to change. */
export type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

/** What a `REDIS_URL` names. */
export type RedisTarget =
  | { kind: 'single'; options: ConnectionOptions }
  | { kind: 'sentinel'; options: ConnectionOptions }
  | { kind: 'cluster'; options: ConnectionOptions; nodes: { host: string; port: number }[] };

/**
 * `redis://[user:password@]host:port[/db]`, `rediss://` for TLS, `unix:///path/to.sock`,
 * `redis+sentinel://[user:password@]host:port,host:port/name[/db]`, or several nodes of a cluster separated by commas
 * (`redis://host:port,host:port`; one node suffices as `redis+cluster://host:port`). Throws an Error that says what
 * is wrong. An @ in a password may stand as it is: no host has one.
 */
export function parseRedisUrl(url: string): RedisTarget {
  const match =
    /^(redis|rediss|unix|redis\+sentinel|redis\+cluster|rediss\+cluster):\/\/(?:([^/?]*)@)?([^@/?]*)(\/[^?]*)?$/.exec(
      url,
    );
  if (!match)
    throw new Error(
      'must look like redis://host:port, redis+sentinel://host:port,…/name or a list of cluster nodes',
    );
  const [, scheme = '', login, hosts = '', path = ''] = match;
  // Else all before the last would be taken for a password.
  if (login !== undefined && /@[^@,]*,/.test(login))
    throw new Error(
      'has user:password before more than one host; it stands once, before the first (in a password write @ as %40)',
    );
  if (scheme === 'unix') return { kind: 'single', options: { path } };
  const options: ConnectionOptions = {
    ...credentials(login),
    ...(scheme.startsWith('rediss') ? { tls: {} } : {}),
  };
  const nodes = hosts.split(',').map(parseHost);
  const parts = path.split('/').filter((part) => part !== '');
  if (scheme === 'redis+sentinel') {
    if (parts[0] === undefined)
      throw new Error('must end in the name of the Sentinel group, as in …/mymaster');
    return {
      kind: 'sentinel',
      options: { ...options, sentinels: nodes, name: parts[0], db: database(parts[1]) },
    };
  }
  if (nodes.length > 1 || scheme.endsWith('+cluster')) return { kind: 'cluster', options, nodes };
  return { kind: 'single', options: { ...options, ...nodes[0], db: database(parts[0]) } };
}

function parseHost(text: string): { host: string; port: number } {
  const match = /^(\[[0-9a-f:]+\]|[^:]+)(?::(\d{1,5}))?$/i.exec(text);
  // What stands there is not repeated: it may be half a password.
  if (!match?.[1]) throw new Error('names no host:port; in a user or password write @ as %40 and / as %2F');
  const port = Number(match[2] ?? 6379);
  if (port > 65_535) throw new Error(`names port ${port}; the highest is 65535`);
  return { host: match[1].replace(/^\[|\]$/g, ''), port };
}

function credentials(login: string | undefined): ConnectionOptions {
  if (!login) return {};
  const [username = '', ...password] = login.split(':');
  return {
    ...(username === '' ? {} : { username: decoded(username) }),
    password: decoded(password.join(':')),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a % in its user or password that must be written as %25');
  }
}

function database(text: string | undefined): number {
  const db = Number(text ?? 0);
  if (!Number.isInteger(db) || db < 0) throw new Error('must end in the number of a database, as in …/0');
  return db;
}
