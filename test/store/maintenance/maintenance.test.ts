import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Maintenance } from '../../../src/actors/ports/maintenance.ts';
import type { MaintenanceWindow } from '../../../src/domain/maintenance/maintenance-window.ts';
import { createMaintenance } from '../../../src/store/maintenance/maintenance.ts';
import { createSilenceOf } from '../../../src/store/maintenance/silence-of.ts';
import { labelsCommand } from '../../../src/store/services/service-labels.ts';
import { openStore, type TestStore } from '../open-store.ts';
import { dayMs, trimmer } from '../retention/trim-all.ts';

let store: TestStore;
let maintenance: Maintenance;

beforeAll(async () => {
  store = await openStore();
});
beforeEach(async () => {
  await store.reset();
  maintenance = createMaintenance(store.client, store.partitions);
});
afterAll(() => store.close());

const hourMs = 3_600_000;

async function declare(more: Partial<MaintenanceWindow> = {}): Promise<MaintenanceWindow> {
  const nowMs = await maintenance.now();
  const window: MaintenanceWindow = {
    ...{ windowId: 'one', match: { service: 'orders' }, bounds: { environments: [], services: [] } },
    ...{ weekly: null, startsAtMs: nowMs, endsAtMs: nowMs + hourMs, by: 'ci', note: null },
    ...{ createdAtMs: nowMs, request: null },
    ...more,
  };
  const outcome = await maintenance.commit(await maintenance.standing(), window, nowMs);
  expect(outcome).toEqual({ kind: 'committed' });
  return window;
}

const service = () => {
  const serviceId = store.ids.serviceId('orders', 'test');
  return { serviceId, serviceName: 'orders', environment: 'test' };
};
const silenceOf = () =>
  createSilenceOf(store.client, store.partitions, { maintenance, ofFile: () => [] })(service(), Date.now());

test('a window that somebody else declared counts at once', async () => {
  expect((await maintenance.standing()).windows).toEqual([]);
  const other = createMaintenance(store.client, store.partitions);
  const nowMs = await other.now();
  expect(await silenceOf()).toBeNull();
  const window = await declare();
  const known = await maintenance.standing();
  await other.commit(await other.standing(), { ...window, endsAtMs: nowMs + 2 * hourMs }, nowMs);
  expect((await maintenance.standing()).windows).toMatchObject([{ endsAtMs: nowMs + 2 * hourMs }]);
  expect(await maintenance.commit(known, window, nowMs)).toEqual({ kind: 'stale' });
  expect((await silenceOf())?.words).toMatch(/^maintenance until \d{4}-\d\d-\d\d \d\d:\d\d UTC: ci$/);
});

test('a window by label silences the services that have it now', async () => {
  await declare({ match: { labels: { team: 'shop' } } });
  expect(await silenceOf()).toBeNull();
  const { serviceId } = service();
  const [name, key, ...args] = labelsCommand(store.keys, serviceId, { team: 'shop' });
  await store.client.call(name, key, ...args.map(String));
  expect(await silenceOf()).not.toBeNull();
});

test('what is over for an hour stands among the past, for 400 days', async () => {
  await declare();
  const nowMs = await maintenance.now();
  const past = (days: number, hours = 2) => ({
    windowId: `past ${days}`,
    startsAtMs: nowMs - days * dayMs - 9 * hourMs,
    endsAtMs: nowMs - days * dayMs - hours * hourMs,
  });
  for (const days of [0, 399, 400, 401]) await declare(past(days));
  await declare(past(0, 0.5));
  const ids = (await maintenance.standing()).windows.map(({ windowId }) => windowId);
  expect(ids.sort()).toEqual(['one', 'past 0']);
  expect(await store.client.zcard(store.keys.pastMaintenance)).toBe(4);
  const { round, steps } = trimmer(store);
  await round();
  expect(steps).toEqual([{ kind: 'maintenance', removed: 2 }]);
  expect(await store.client.zcard(store.keys.pastMaintenance)).toBe(2);
});
