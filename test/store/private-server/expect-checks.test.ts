import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type PrivateServer,
  startPrivateServer,
} from '../../../src/store/private-server/start-private-server.ts';
import { eventually } from '../../support/eventually.ts';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

let dir: string;
let server: PrivateServer;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'expect-checks-'));
  server = await startPrivateServer(dir);
});
afterEach(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What it answers now; null: it is away. */
async function ask<T>(question: (client: Redis) => Promise<T>): Promise<T | null> {
  const path = server.url.replace('unix://', '');
  const client = new Redis({ path, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await question(client);
  } catch {
    return null;
  } finally {
    client.disconnect();
  }
}

const hz = () => ask((client) => client.config('GET', 'hz').then((reply) => reply[1]));
const untilHz = (wanted: string) => eventually(`hz is ${wanted}`, async () => (await hz()) === wanted);

describe.skipIf(!isInstalled)('the private Redis', () => {
  test('wakes ten times as often once checks are armed, also when it was started again', async () => {
    expect(await hz()).toBe('10');
    server.expectChecks();
    await untilHz('100');
    const pid = await ask((client) =>
      client.info('server').then((text) => Number(/process_id:(\d+)/.exec(text)?.[1])),
    );
    process.kill(Number(pid), 'SIGKILL');
    await eventually('it is gone', () => !existsSync(`/proc/${pid}/fd/0`));
    await untilHz('100');
  });
});
