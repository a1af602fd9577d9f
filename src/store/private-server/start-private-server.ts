import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Log } from '../../actors/ports/observability.ts';
import { dataOwner } from './data-owner.ts';
import { isGone } from './is-gone.ts';
import { openDataDir } from './open-data-dir.ts';
import {
  halfOfMemory,
  type PrivateServerSettings,
  privateServerOptions,
  wakesHz,
} from './private-server-options.ts';
import { exitCodeOfMissing, spawnGuardedServer } from './spawn-guarded-server.ts';
import { watchServer } from './watch-server.ts';

/** A private redis-server that runs as long as this process. */
export interface PrivateServer {
  /** `unix://` address of its socket: it opens no port. */
  url: string;
  /** Says that checks are armed from now on: it wakes often enough for them to be on time. */
  expectChecks(): void;
  stop(): Promise<void>;
}

export interface PrivateServerParts {
  log: Log | null;
  /** Ends a start that is under way. */
  stopping: AbortSignal | null;
  /** From here on it refuses writes, before the machine has no memory left; half of what there is unless it is said. */
  memoryBytes: number | undefined;
}

/** A socket's path may have 107 bytes. */
const longestSocketPath = 107;

/** How long an earlier server may take to write its data down and go. */
const orphanGraceMs = 30_000;

/**
 * Starts redis-server with its data in `dataDir`; one that is left there of a monitor that was killed is stopped first.
 * One that dies is started again. Throws an Error when redis-server is missing, cannot start or is not to be started
 * any more (`stopping`), or another monitor uses the directory.
 */
export async function startPrivateServer(
  dataDir: string,
  { log = null, stopping = null, memoryBytes = halfOfMemory() }: Partial<PrivateServerParts> = {},
): Promise<PrivateServer> {
  const dir = resolve(dataDir);
  const socket = privateSocket(dir);
  if (Buffer.byteLength(socket) > longestSocketPath) {
    throw new Error(`the path of MONITOR_DATA_DIR is too long for a socket: ${dir}`);
  }
  openDataDir(dir, log);
  dataOwner.take(dir);
  let server: ChildProcess;
  let settings: PrivateServerSettings = { dir, socket, memoryBytes, hz: wakesHz.atRest };
  try {
    await endOrphan({ dir, socket, log, stopping });
    server = await launch(settings, stopping);
  } catch (error) {
    dataOwner.release(dir);
    throw error;
  }
  const watch = watchServer({
    socket,
    log,
    exited: async (signal) => isRunning(server) && once(server, 'exit', { signal }),
    async launch() {
      server = await launch(settings, null);
    },
  });
  return {
    url: `unix://${socket}`,
    expectChecks() {
      if (settings.hz === wakesHz.withChecks) return;
      settings = { ...settings, hz: wakesHz.withChecks };
      ask(socket, (client) => client.config('SET', 'hz', settings.hz)).catch((error: unknown) =>
        log?.warn({ error }, 'could not set hz of the private redis-server; checks are up to 100 ms late'),
      );
    },
    async stop() {
      await watch.stop();
      await end(server);
      dataOwner.release(dir);
    },
  };
}

/** A killed monitor's server ends by itself, but perhaps not yet: two servers on the same files would ruin them. */
async function endOrphan(parts: {
  dir: string;
  socket: string;
  log: Log | null;
  stopping: AbortSignal | null;
}): Promise<void> {
  const { dir, socket, log, stopping } = parts;
  if (await isGone(socket)) return;
  log?.warn({ dir }, 'the redis-server of an earlier monitor still runs; stopping it and keeping its data');
  await tellToEnd(socket);
  const deadline = performance.now() + orphanGraceMs;
  while (!(await isGone(socket))) {
    stopping?.throwIfAborted();
    if (performance.now() > deadline) {
      throw new Error(
        `the redis-server of an earlier monitor uses ${dir} and does not exit; its process id is at the start of the lines of ${join(dir, 'redis.log')}`,
      );
    }
    await wait(50);
  }
}

/** Where the private server of a data directory listens. */
export function privateSocket(dataDir: string): string {
  return join(resolve(dataDir), 'redis.sock');
}

/** The process of the monitor that runs on this data directory now. */
export function privateServerOwner(dataDir: string): number | null {
  return dataOwner.of(resolve(dataDir));
}

async function launch(settings: PrivateServerSettings, stopping: AbortSignal | null): Promise<ChildProcess> {
  const { dir, socket } = settings;
  rmSync(socket, { force: true });
  const options = Object.entries(privateServerOptions(settings));
  const args = options.flatMap(([name, value]) => [`--${name}`, value]);
  const logFile = join(dir, 'redis.log');
  const server = spawnGuardedServer(args, logFile);
  const isWanted = () => isRunning(server) && stopping?.aborted !== true;
  for (let attempt = 0; attempt < 600 && isWanted(); attempt++) {
    if (await isUp(socket)) return server;
    await wait(50);
  }
  if (server.exitCode === exitCodeOfMissing) {
    throw new Error(
      'redis-server is not installed, and REDIS_URL is not set; install redis-server or set REDIS_URL',
    );
  }
  await end(server);
  stopping?.throwIfAborted();
  throw new Error(`redis-server did not start; see ${logFile}`);
}

/** SIGTERM lets it write down what it holds. */
async function end(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return;
  server.kill();
  await once(server, 'exit');
}

function isRunning(server: ChildProcess): boolean {
  return server.pid !== undefined && server.exitCode === null && server.signalCode === null;
}

/** While it loads its data it answers LOADING. */
function isUp(socket: string): Promise<boolean> {
  return ask(socket, (client) => client.ping()).then(
    (answer) => answer === 'PONG',
    () => false,
  );
}

/** Over a connection for this one call. */
async function ask<T>(socket: string, call: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({
    path: socket,
    lazyConnect: true,
    retryStrategy: () => null,
    enableOfflineQueue: false,
    disconnectTimeout: 100,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await call(client);
  } finally {
    client.disconnect();
  }
}

/** For a server that is not our child. Returns when it has taken the order, or does not answer. */
async function tellToEnd(socket: string): Promise<void> {
  const client = new Redis({
    path: socket,
    lazyConnect: true,
    // It is told while it loads its data, too.
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    commandTimeout: 2_000,
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
