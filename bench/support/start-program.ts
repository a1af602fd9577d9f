import { join } from 'node:path';
import { Redis } from 'ioredis';
import { type BenchProcess, startProcess } from './start-process.ts';

/** The program as `npm start` runs it once all is installed, with a redis-server of its own. */
export interface Program {
  node: BenchProcess;
  redis: { pid: number; client: Redis };
  /** From the start of the process until it says that it is running. */
  readyAfterMs: number;
  stop(): Promise<void>;
}

export async function startProgram(dataDir: string): Promise<Program> {
  const startedAtMs = performance.now();
  const node = await startProcess('scripts/service-monitor.mjs', ['start'], {
    ...{ REDIS_URL: '', MONITOR_API_KEY: '', MONITOR_DATA_DIR: dataDir, MONITOR_PORT: '0' },
  });
  const readyAfterMs = performance.now() - startedAtMs;
  const client = new Redis({ path: join(dataDir, 'redis.sock') });
  const info = await client.info('server');
  const pid = Number(/^process_id:(\d+)/m.exec(info)?.[1] ?? 0);
  return {
    node,
    redis: { pid, client },
    readyAfterMs,
    async stop() {
      client.disconnect();
      await node.stop();
    },
  };
}
