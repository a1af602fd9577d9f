import { Redis, type RedisOptions } from 'ioredis';

/** Who can get to a Redis server, as far as that is seen from here. */
export interface ServerAccess {
  /** The address that our connection goes to; null: a socket of this machine. */
  address: string | null;
  isEncrypted: boolean;
  /** Whether who has no password is turned away; null: that could not be found out. */
  needsPassword: boolean | null;
}

const timeoutMs = 2_000;

/** Looks at the connection that is there, so at an address and not at a name, and knocks once without a password. */
export async function examineAccess(node: Redis): Promise<ServerAccess> {
  const { remoteAddress: address, remotePort: port } = node.stream;
  if (address === undefined || port === undefined)
    return { address: null, isEncrypted: false, needsPassword: null };
  const isEncrypted = 'encrypted' in node.stream;
  // A certificate is for a name; behind Sentinels there is none.
  const host = node.options.sentinels ? address : (node.options.host ?? address);
  return { address, isEncrypted, needsPassword: await needsPassword({ host, port, tls: node.options.tls }) };
}

async function needsPassword(target: Pick<RedisOptions, 'host' | 'port' | 'tls'>): Promise<boolean | null> {
  const unauthenticated = new Redis({
    ...target,
    ...({ protocol: 2, lazyConnect: true, enableReadyCheck: false, maxRetriesPerRequest: 0 } as const),
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    disconnectTimeout: 100,
    retryStrategy: () => null,
  });
  unauthenticated.on('error', () => undefined);
  try {
    await unauthenticated.connect();
    await unauthenticated.ping();
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('NOAUTH') ? true : null;
  } finally {
    unauthenticated.disconnect();
  }
}
