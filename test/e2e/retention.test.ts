import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowFor } from '../store/notifications/notification-row.ts';
import { openStore, type TestStore } from '../store/open-store.ts';
import { writeIncident } from '../store/retention/old-incident.ts';
import { dayMs } from '../store/retention/trim-all.ts';
import { apiClient } from '../support/api-client.ts';
import { startInstance } from '../support/beating-instance.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningMonitor, startMonitor } from '../support/start-monitor.ts';

const count = 3_000;

let store: TestStore;
let monitor: RunningMonitor;
let dir: string;

const start = async () => {
  monitor = await startMonitor({
    redisUrl: store.url,
    env: { MONITOR_ARCHIVE_DIR: dir, LOG_LEVEL: 'warn' },
  });
};

beforeAll(async () => {
  store = await openStore();
  dir = mkdtempSync(join(tmpdir(), 'archive-'));
});
afterAll(async () => {
  await monitor.stop();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The notifications in the archive, with those that stand there twice. */
function archived(): string[] {
  const lines = readdirSync(dir).flatMap((name) => readFileSync(join(dir, name), 'utf8').trim().split('\n'));
  return lines.flatMap((line) => {
    try {
      const { record } = JSON.parse(line) as { record: { notificationId?: string } };
      return record.notificationId ?? [];
    } catch {
      // Half a line: the process was killed while it wrote.
      return [];
    }
  });
}

test('a worker is killed while it removes old records: the next one goes on, and all of them are in the archive', async () => {
  await store.reset();
  const createdAtMs = (await store.beats.now(0)) - 200 * dayMs;
  const { incidentId } = await writeIncident(store, createdAtMs - 250 * dayMs);
  const rows = Array.from({ length: count }, (_, i) =>
    rowFor(store, { createdAtMs, incidentId, state: 'sent', nextAttemptAtMs: null }, `m${i}`),
  );
  await store.notifications.plan(rows);
  const left = () => store.client.zcard(store.keys.notifications);

  await start();
  await eventually('some are gone', async () => (await left()) < count - 200);
  await monitor.kill();
  expect(await left()).toBeGreaterThan(0);
  // As if the time were over for which it had the right to do so.
  await store.client.del(store.keys.retentionLease);

  await start();
  const instance = await startInstance([monitor.url], { serviceName: 'orders', hostname: 'h1' }, 500);
  await eventually('none is left', async () => (await left()) === 0, 60_000);
  await eventually(
    'their incident went after them',
    () => store.client.exists(store.keys.incidents),
    (there) => there === 0,
  );
  expect(new Set(archived())).toEqual(new Set(rows.map((row) => row.notificationId)));
  // At most one portion was archived and not removed yet.
  expect(archived().length).toBeLessThanOrEqual(count + 50);

  const api = apiClient(monitor.url);
  const [service] = (
    (await (await api.call('GET', '/api/services')).json()) as { items: { status: string }[] }
  ).items;
  expect(service?.status).toBe('Healthy');
  await instance.die();
});
