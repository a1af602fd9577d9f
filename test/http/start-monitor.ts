import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { generateKeyText } from '../../src/store/access/make-key.ts';
import { program } from '../support/program.ts';

/** The real program in a process of its own, with its private Redis. */
export interface Monitor {
  url: string;
  port: number;
  /** A key with all scopes. */
  key: string;
  dataDir: string;
  /** A look into its Redis. */
  redis: Redis;
  stop(): Promise<void>;
  /** SIGKILL: for when its Redis is not its own any more. */
  kill(): Promise<void>;
}

/** Starts the program on a free port and resolves once it is ready; `stop` ends it with SIGTERM and removes its data. */
export async function startMonitor(
  settings: Record<string, string> = {},
  file = 'channels: []\n',
): Promise<Monitor> {
  const dataDir = mkdtempSync(join(tmpdir(), 'monitor-http-'));
  // The default configuration file, in the directory that it is looked for in.
  writeFileSync(join(dataDir, 'monitor.yaml'), file);
  const key = generateKeyText();
  const child = spawn(process.execPath, [program, 'start'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      MONITOR_DATA_DIR: dataDir,
      MONITOR_PORT: '0',
      MONITOR_API_KEY: key,
      LOG_LEVEL: 'fatal',
      ...settings,
    },
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressIn(child);
  const redis = new Redis({ path: join(dataDir, 'redis.sock'), retryStrategy: () => 50 });
  redis.on('error', () => undefined);

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    redis.disconnect();
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  }

  return {
    url,
    port: Number(new URL(url).port),
    key,
    dataDir,
    redis,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** The program prints where it answers once it does. */
function addressIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      const url = /"address":"(http:[^"]+)"/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the monitor did not start: ${text}`)));
    child.once('error', reject);
  });
}
