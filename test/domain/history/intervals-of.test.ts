import { expect, test } from 'vitest';
import { versionChange } from '../../../src/domain/history/deploy.ts';
import { intervalsOf } from '../../../src/domain/history/intervals-of.ts';

test('a status that lasted no time is no interval, and neighbours of one status are one', () => {
  const entries = [
    { atMs: 0, status: 'Pending' as const },
    { atMs: 10, status: 'Healthy' as const },
    { atMs: 20, status: 'Degraded' as const },
    { atMs: 20, status: 'Healthy' as const },
    { atMs: 30, status: 'Down' as const },
  ];
  expect(intervalsOf(entries)).toEqual([
    { status: 'Pending', fromMs: 0, toMs: 10 },
    { status: 'Healthy', fromMs: 10, toMs: 30 },
    { status: 'Down', fromMs: 30, toMs: null },
  ]);
});

test('an old instance that restarts in a rolling update brings no old version back', () => {
  expect(versionChange('2', '1', null)).toEqual({ version: '2', previous: '1' });
  expect(versionChange('1', '2', '1')).toBeNull();
  expect(versionChange('1', '2', '2')).toEqual({ version: '1', previous: '2' });
  expect(versionChange('1', null, '1')).toEqual({ version: '1', previous: null });
});
