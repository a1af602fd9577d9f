import { totalmem } from 'node:os';

/** How often redis-server wakes by itself: a delayed job fires within 10 ms at 100 Hz, within 100 ms at 10 Hz. */
export const wakesHz = { atRest: '10', withChecks: '100' } as const;

export interface PrivateServerSettings {
  dir: string;
  socket: string;
  memoryBytes: number;
  /** At 100 Hz a server without work takes three times as much CPU as at 10 Hz. */
  hz: (typeof wakesHz)[keyof typeof wakesHz];
}

/** What the private redis-server is started with. */
export function privateServerOptions(parts: PrivateServerSettings): Record<string, string> {
  return {
    port: '0',
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
    hz: parts.hz,
    'hash-max-listpack-value': '256',
    unixsocketperm: '700',
    daemonize: 'no',
    maxmemory: String(parts.memoryBytes),
    dir: parts.dir,
    unixsocket: parts.socket,
  };
}

/** Of the machine, or of what its container allows. */
export function halfOfMemory(): number {
  const allowed = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), allowed > 0 ? allowed : totalmem()) / 2);
}
