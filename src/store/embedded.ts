import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Log } from '../actors/ports.ts';
import { dataOwner } from './data-owner.ts';
import { watchServer } from './watch-server.ts';

/** A private redis-server that lives as long as this process. */
export interface EmbeddedRedis {
  /** `unix://` address of its socket: it opens no port. */
  url: string;
  stop(): Promise<void>;
}

const settings = {
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
};

/** A socket's path may have 107 bytes. */
const longestSocketPath = 107;

/**
 * Starts redis-server with its data in `dataDir`, or takes over the one that a killed monitor left running there.
 * One that dies is started again. Throws an Error when redis-server is missing, cannot start, or another monitor uses the directory.
 */
export async function startEmbeddedRedis(dataDir: string, log: Log | null = null): Promise<EmbeddedRedis> {
  const dir = resolve(dataDir);
  const socket = embeddedSocket(dir);
  if (Buffer.byteLength(socket) > longestSocketPath) {
    throw new Error(`the path of MONITOR_DATA_DIR is too long for a socket: ${dir}`);
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  dataOwner.take(dir);
  let server = await adoptOrLaunch(dir, socket);
  const watch = watchServer({
    ...{ socket, log },
    isRunning: () => server !== null && isRunning(server),
    async launch() {
      server = await launch(dir, socket);
    },
  });
  return {
    url: `unix://${socket}`,
    async stop() {
      await watch.stop();
      await shutDown(socket);
      if (server !== null && isRunning(server)) await once(server, 'exit');
      dataOwner.release(dir);
    },
  };
}

/** Null: the server that a killed monitor left is running still. */
async function adoptOrLaunch(dir: string, socket: string): Promise<ChildProcess | null> {
  try {
    return (await isUp(socket)) ? null : await launch(dir, socket);
  } catch (error) {
    dataOwner.release(dir);
    throw error;
  }
}

/** Where the private server of a data directory listens. */
export function embeddedSocket(dataDir: string): string {
  return join(resolve(dataDir), 'redis.sock');
}

/** The process of the monitor that runs on this data directory now. */
export function embeddedOwner(dataDir: string): number | null {
  return dataOwner.of(resolve(dataDir));
}

async function launch(dir: string, socket: string): Promise<ChildProcess> {
  rmSync(socket, { force: true });
  const log = openSync(join(dir, 'redis.log'), 'a');
  const args = Object.entries({ ...settings, dir, unixsocket: socket }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  // In a group of its own: Ctrl-C must reach the monitor first, which stops its server last.
  const server = spawn('redis-server', args, { stdio: ['ignore', log, log], detached: true });
  const failed = once(server, 'error').then(([error]) => error as Error);
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await isUp(socket)) return server;
    const error = await Promise.race([failed, wait(50, null)]);
    if (error !== null)
      throw new Error('redis-server is not installed, and REDIS_URL names no other Redis', { cause: error });
    if (!isRunning(server)) break;
  }
  server.kill();
  throw new Error(`redis-server did not start; see ${join(dir, 'redis.log')}`);
}

function isRunning(server: ChildProcess): boolean {
  return server.exitCode === null && server.signalCode === null;
}

async function isUp(socket: string): Promise<boolean> {
  const probe = new Redis({
    path: socket,
    lazyConnect: true,
    retryStrategy: () => null,
    enableOfflineQueue: false,
    disconnectTimeout: 100,
  });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    // While it loads its data it answers LOADING.
    return (await probe.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    probe.disconnect();
  }
}

async function shutDown(socket: string): Promise<void> {
  const client = new Redis({
    path: socket,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    disconnectTimeout: 100,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.call('SHUTDOWN', 'NOSAVE');
  } catch {
    // The connection ends with the server, which is how we know that it went.
  } finally {
    client.disconnect();
  }
}
