import { expect, test } from 'vitest';
import { judgeMaintenance } from '../../../src/commands/doctor/judge-maintenance.ts';
import type { MaintenanceWindow } from '../../../src/domain/maintenance/maintenance-window.ts';

const hourMs = 3_600_000;
const nowMs = Date.parse('2026-11-22T14:00:00Z');

const window = (more: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  ...{ windowId: 'one', match: { service: '*' }, bounds: { environments: [], services: [] }, weekly: null },
  ...{ startsAtMs: nowMs - hourMs, endsAtMs: nowMs + 5 * hourMs, by: 'ada', note: 'move' },
  ...{ createdAtMs: nowMs, request: null },
  ...more,
});
const levels = (...windows: MaintenanceWindow[]) =>
  judgeMaintenance(windows, nowMs).map(({ level }) => level);

test('a window that silences everything for long is worth a look, and says how to end it', () => {
  expect(judgeMaintenance([window()], nowMs)).toEqual([
    {
      what: 'Maintenance',
      level: 'look',
      found: 'no outage of any service is told for another 5 h: move (ada)',
      advice: 'If that is not meant, end it: maintenance end one',
    },
  ]);
  const [ofFile] = judgeMaintenance([window({ windowId: 'monitor.yaml-1' })], nowMs);
  expect(ofFile?.advice).toBe('If that is not meant, change it in monitor.yaml.');
});

test('a short one, one of some services, one that is over and none are in order', () => {
  expect(levels()).toEqual(['ok']);
  expect(levels(window({ endsAtMs: nowMs + hourMs }))).toEqual(['ok']);
  expect(levels(window({ match: { service: '*', environment: 'staging' } }))).toEqual(['ok']);
  expect(levels(window({ match: { labels: { team: '*' } } }))).toEqual(['ok']);
  expect(levels(window({ bounds: { environments: ['shop-*'], services: [] } }))).toEqual(['ok']);
  expect(levels(window({ endsAtMs: nowMs }))).toEqual(['ok']);
  expect(judgeMaintenance([window({ endsAtMs: nowMs + hourMs })], nowMs)[0]?.found).toBe(
    '1 window holds messages back',
  );
});
