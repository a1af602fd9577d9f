import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { program, source } from './program.ts';

/** The real program in a process of its own. */
export interface RunningMonitor {
  url: string;
  pid: number;
  /** Its monitor.yaml. */
  configPath: string;
  /** All that it printed so far. */
  printed(): string;
  /** Null while it runs. */
  exitCode(): number | null;
  /** SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export interface MonitorOptions {
  env?: Record<string, string>;
  /** The text of monitor.yaml. */
  file?: string;
  redisUrl?: string;
  /** Which files it loads is looked at: they are those of the source. */
  isSource?: boolean;
}

/** A key with all scopes, for tests. */
export const testKey = `smk_testtest_${'k'.repeat(43)}`;

/** Starts the monitor on a free port, with a private Redis unless `redisUrl` names another, and waits until it is ready. */
export async function startMonitor({
  env = {},
  file = 'channels: []\n',
  redisUrl = '',
  isSource = false,
}: MonitorOptions): Promise<RunningMonitor> {
  const dir = mkdtempSync(join(tmpdir(), 'monitor-'));
  const path = join(dir, 'monitor.yaml');
  writeFileSync(path, file);
  const child = spawn(process.execPath, [isSource ? source : program, 'start'], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      MONITOR_DATA_DIR: join(dir, 'data'),
      MONITOR_CONFIG: path,
      MONITOR_PORT: '0',
      MONITOR_API_KEY: testKey,
      REDIS_URL: redisUrl,
      ...env,
    },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exited = once(child, 'exit');
  const url = await eventually(
    'the monitor says where it is',
    () => {
      if (child.exitCode !== null) throw new Error(`the monitor ended with ${child.exitCode}:\n${printed}`);
      return /"address":"(http[^"]+)"/.exec(printed)?.[1];
    },
    90_000,
  );
  await eventually('the monitor is ready', async () => (await fetch(`${url}/readyz`)).ok, 90_000);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    rmSync(dir, { recursive: true, force: true });
    return child.exitCode;
  };
  return {
    url,
    pid: child.pid ?? 0,
    configPath: path,
    printed: () => printed,
    exitCode: () => child.exitCode,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
