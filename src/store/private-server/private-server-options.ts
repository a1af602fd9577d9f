import { totalmem } from 'node:os';

/** What the private redis-server is started with. */
export function privateServerOptions(parts: {
  dir: string;
  socket: string;
  memoryBytes: number;
}): Record<string, string> {
  return {
    port: '0',
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
    // A delayed job fires when Redis next wakes; at 100 Hz that is within 10 ms instead of 100.
    hz: '100',
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
