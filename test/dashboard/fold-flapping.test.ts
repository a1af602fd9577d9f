import { expect, it } from 'vitest';
import { foldFlapping } from '../../src/dashboard/incidents/fold-flapping.ts';
import { all, renderPage, textIn } from './render-page.ts';
import { anIncident, at } from './things.ts';

const minute = 60;
const over = (id: string, startedAt: number, change: Parameters<typeof anIncident>[0] = {}) =>
  anIncident({
    ...{ incidentId: id, state: 'resolved', startedAt: at(startedAt), recoveredAt: at(startedAt + 130) },
    ...{ resolvedAt: at(startedAt + 200), ...change },
  });

it('three short incidents of one service within an hour are one row, and what is between them stays', () => {
  const incidents = [
    over('c', 50 * minute),
    over('other', 40 * minute, { serviceId: 's2', serviceName: 'other' }),
    over('b', 30 * minute),
    over('a', 0),
    over('before', -30 * minute),
  ];
  const folds = foldFlapping(incidents);
  expect([...folds]).toEqual([
    ['c', 'c'],
    ['b', 'c'],
    ['a', 'c'],
  ]);
  const page = textIn(renderPage({ route: { page: 'incidents' }, incidents: all(...incidents) }), '|');
  expect(page).toMatch(/3 incidents[^]*other[^]*began/);
});

it('what goes on, what was long and what has a cause in common with others is folded nowhere', () => {
  const three = (change: Parameters<typeof anIncident>[0]) =>
    foldFlapping([over('c', 20 * minute, change), over('b', 10 * minute), over('a', 0)]).size;
  expect(three({})).toBe(3);
  expect(three({ state: 'recovering', resolvedAt: null })).toBe(0);
  expect(three({ recoveredAt: at(60 * minute) })).toBe(0);
  expect(three({ outageGroup: { outageGroupId: 'g', cause: 'Host h7 is silent' } })).toBe(0);
});
