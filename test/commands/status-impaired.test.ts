import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Impairment } from '../../src/domain/impairment.ts';
import { createImpairments } from '../../src/store/monitor/impairments.ts';
import { createPartitions } from '../../src/store/partition.ts';
import { privateSocket } from '../../src/store/private-server/start-private-server.ts';
import { apiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningMonitor, startMonitor, testKey } from '../support/start-monitor.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let monitor: RunningMonitor;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'commands-'));
  monitor = await startMonitor({ env: { MONITOR_DATA_DIR: join(dir, 'data') } });
});
afterAll(async () => {
  await monitor.stop();
  rmSync(dir, { recursive: true, force: true });
});

const status = (key: string, ...args: string[]) =>
  runCommand(dir, ['status', ...args], { MONITOR_URL: monitor.url, MONITOR_API_KEY: key });

/** As a worker would find it. */
async function impair(): Promise<Impairment> {
  const client = new Redis(privateSocket(join(dir, 'data')));
  const impairments = createImpairments(client, createPartitions(1));
  const detail = 'Redis uses 80 % of its maxmemory';
  const impaired = await eventually('it is written', async () => {
    const view = await impairments.read();
    const after: Impairment = {
      ...{ impairmentId: 'i1', sinceMs: view.nowMs, quietSinceMs: null, toldChannelIds: [] },
      ...{ reasons: [{ cause: 'redis-memory', detail }], active: ['redis-memory'] },
    };
    const { kind } = await impairments.commit(view, after, []);
    return kind === 'committed' && after;
  });
  await client.quit();
  return impaired;
}

test('status says what the workers found wrong with the monitor, to who may know it', async () => {
  expect((await status(testKey)).stdout).not.toContain('impaired');
  const { sinceMs } = await impair();
  const said = await eventually('status tells it', async () => {
    const { stdout } = await status(testKey);
    return stdout.includes('impaired') && stdout;
  });
  expect(said).toContain(`The monitor is impaired since ${new Date(sinceMs).toISOString()}: `);
  expect(JSON.parse((await status(testKey, '--json')).stdout)).toMatchObject({
    impairment: { reasons: [{ cause: 'redis-memory' }] },
  });

  const bound = { name: 'bound', scopes: ['read'], services: ['orders'] };
  const made = await apiClient(monitor.url).call('POST', '/api/keys', bound);
  const { key } = (await made.json()) as { key: string };
  const asBound = await eventually('the key is known', async () => {
    const ran = await status(key);
    return ran.code === 0 && ran;
  });
  expect(asBound.stdout).toContain('No services yet.');
  expect(asBound.stdout).not.toContain('impaired');
});
