import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from '../../support/eventually.ts';
import { quietPort } from './quiet-port.ts';

/** A redis-server to which bad things happen. */
export interface FaultRedis {
  port: number;
  client: Redis;
  kill(): Promise<void>;
  /** Starts it again on the data that it left; resolves when it answers. */
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** While it is down: cuts bytes off the end of what it wrote. */
  cutAof(bytes: number): void;
  /** While it is down: all it wrote is gone. */
  empty(): void;
  /** The directories with all that it ever wrote to disk. */
  aofDirs(): string[];
  /** While it runs: lets its files grow to so many bytes, as a full disk does; null: as large as it likes. */
  limitFiles(bytes: number | null): Promise<void>;
  close(): Promise<void>;
}

/** Starts a redis-server on a port of its own, with the settings that the monitor asks for. */
export async function startFaultRedis(): Promise<FaultRedis> {
  const root = mkdtempSync(join(tmpdir(), 'monitor-faults-'));
  const dir = join(root, 'data');
  const port = await quietPort();
  let server: ChildProcess | null = null;
  let copies = 0;
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);

  const aof = join(dir, 'appendonlydir');
  /** What is about to change is kept, so that one can look up what was ever stored. */
  const keepCopy = () => {
    cpSync(aof, join(root, `copy-${copies++}`), { recursive: true });
  };
  async function restart(): Promise<void> {
    server = launch(dir, port);
    await eventually('redis-server answers', async () => (await client.ping()) === 'PONG', 30_000);
  }
  async function kill(): Promise<void> {
    if (server === null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    server = null;
  }
  await restart();
  return {
    port,
    client,
    kill,
    restart,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    cutAof(bytes) {
      keepCopy();
      const [file] = readdirSync(aof)
        .filter((name) => name.endsWith('.incr.aof'))
        .map((name) => join(aof, name))
        .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
      if (file === undefined) throw new Error('there is no AOF to cut');
      truncateSync(file, Math.max(0, statSync(file).size - bytes));
    },
    empty() {
      keepCopy();
      rmSync(aof, { recursive: true });
    },
    aofDirs: () => readdirSync(root).map((name) => (name === 'data' ? aof : join(root, name))),
    async limitFiles(bytes) {
      const limit = `--fsize=${bytes ?? 'unlimited'}:`;
      await once(spawn('prlimit', ['--pid', String(server?.pid), limit], { stdio: 'ignore' }), 'exit');
    },
    async close() {
      client.disconnect();
      await kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function launch(dir: string, port: number): ChildProcess {
  const settings = {
    ...{ port: String(port), bind: '127.0.0.1', dir, appendonly: 'yes', appendfsync: 'everysec', save: '' },
    ...{ hz: '100', 'hash-max-listpack-value': '256', 'maxmemory-policy': 'noeviction' },
    // An AOF that is rewritten forgets what it once held; the checker looks it up there.
    ...{ 'auto-aof-rewrite-percentage': '0', 'enable-debug-command': 'yes', 'aof-load-truncated': 'yes' },
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  // A file that may not grow further must be an error of the write, not a signal that kills.
  const script = `mkdir -p "$0"; trap '' XFSZ; exec redis-server "$@"`;
  return spawn('sh', ['-c', script, dir, ...args], { stdio: 'ignore' });
}
