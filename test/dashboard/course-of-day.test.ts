import { describe, expect, it } from 'vitest';
import type { History } from '../../src/dashboard/monitor/wire-types.ts';
import { courseOf } from '../../src/dashboard/services/course-of-day.ts';
import { at, nightMs } from './things.ts';

const time = { fromMs: nightMs, toMs: nightMs + 100_000 };

const item = (status: History['items'][number]['status'], from: number, to: number | null) => ({
  ...{ status, from: at(from), to: to === null ? null : at(to) },
});
const over = (state: 'maintenance' | 'blind', from: number, to: number) => ({
  state,
  from: at(from),
  to: at(to),
});

const said = (history: Pick<History, 'items' | 'overlays'>, isKept = true) =>
  courseOf(history, time, isKept).map(
    ({ state, fromMs, toMs }) => `${state} ${(fromMs - nightMs) / 1000}-${(toMs - nightMs) / 1000}`,
  );

describe('the course of a day', () => {
  it('is the statuses within the day, and nothing was watched before the first of them', () => {
    const items = [item('Down', 60, null), item('Healthy', 20, 60)];
    expect(said({ items })).toEqual(['notWatched 0-20', 'Healthy 20-60', 'Down 60-100']);
  });

  it('shows of what overlaps what counts: not watched, then maintenance, then blind', () => {
    const items = [item('Stopped', 80, null), item('Healthy', -50, 80)];
    const overlays = [over('blind', 10, 40), over('maintenance', 30, 50), over('maintenance', 70, 90)];
    expect(said({ items, overlays })).toEqual([
      'Healthy 0-10',
      'blind 10-30',
      'maintenance 30-50',
      'Healthy 50-70',
      'maintenance 70-80',
      'notWatched 80-100',
    ]);
  });

  it('does not say that nothing was watched where the statuses are not kept any more', () => {
    expect(said({ items: [item('Healthy', 20, null)] }, false)).toEqual(['notKept 0-20', 'Healthy 20-100']);
  });

  it('is the same whatever an older monitor does not tell', () => {
    expect(said({ items: [] })).toEqual(['notWatched 0-100']);
  });
});
