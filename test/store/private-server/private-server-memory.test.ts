import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type PrivateServer,
  startPrivateServer,
} from '../../../src/store/private-server/start-private-server.ts';

const mib = 1024 ** 2;

let dir: string;
let server: PrivateServer;
let client: Redis;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'memory-'));
});
afterEach(async () => {
  client.disconnect();
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function start(memoryBytes?: number): Promise<void> {
  server = await startPrivateServer(dir, { memoryBytes });
  client = new Redis({ path: join(dir, 'redis.sock') });
}

test('the private Redis may take half of the memory that there is', async () => {
  await start();
  const [, bytes] = await client.config('GET', 'maxmemory');
  expect(Number(bytes)).toBeGreaterThan(64 * mib);
  expect(Number(bytes)).toBeLessThanOrEqual(totalmem() / 2);
});

test('or what it is told, after which it refuses writes and keeps what it has', async () => {
  await start(64 * mib);
  const megabyte = 'x'.repeat(mib);
  const fill = async () => {
    for (let i = 0; i < 64; i++) await client.set(`key-${i}`, megabyte);
  };
  await expect(fill()).rejects.toThrow('OOM');
  expect(await client.get('key-0')).toBe(megabyte);
});
