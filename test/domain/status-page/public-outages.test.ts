import { expect, test } from 'vitest';
import { publicOutages } from '../../../src/domain/status-page/public-outages.ts';

type Given = [
  id: string,
  place: string,
  startedAtMs: number,
  recoveredAtMs: number | null,
  resolvedAtMs?: number,
];

function outagesOf(...given: Given[]) {
  const incidents = given.map(([incidentId, place, startedAtMs, recoveredAtMs, resolvedAtMs = null]) => ({
    ...{ incidentId, place, startedAtMs, recoveredAtMs, resolvedAtMs, detectedAtMs: startedAtMs + 4 },
    state:
      recoveredAtMs === null
        ? ('open' as const)
        : resolvedAtMs === null
          ? ('recovering' as const)
          : ('resolved' as const),
  }));
  return publicOutages(incidents, ({ place }) => place).map(({ incidents: of, ...outage }) => ({
    ...{ ...outage, ids: of.map(({ incidentId }) => incidentId) },
  }));
}

test('incidents of one component that overlap are one outage, from the first beginning to the last end', () => {
  expect(outagesOf(['b', 'shop', 12, 30, 60], ['a', 'shop', 10, 20, 50], ['c', 'shop', 28, 40, 70])).toEqual([
    {
      ...{ ids: ['a', 'b', 'c'], firstId: 'a', state: 'resolved', startedAtMs: 10, detectedAtMs: 14 },
      ...{ recoveredAtMs: 40, resolvedAtMs: 70 },
    },
  ]);
});

test('it goes on while one of them does', () => {
  expect(outagesOf(['a', 'shop', 10, 20, 50], ['b', 'shop', 12, null])).toMatchObject([
    { state: 'open', recoveredAtMs: null, resolvedAtMs: null },
  ]);
  expect(outagesOf(['a', 'shop', 10, 20, 50], ['b', 'shop', 12, 30])).toMatchObject([
    { state: 'recovering', recoveredAtMs: 30, resolvedAtMs: null },
  ]);
});

test('what began after the end of another, or is about other components, is an outage of its own', () => {
  expect(
    outagesOf(['a', 'shop', 10, 20, 50], ['b', 'shop', 21, 30, 60], ['c', 'mail', 12, 30, 60]).map(
      ({ ids }) => ids,
    ),
  ).toEqual([['a'], ['b'], ['c']]);
});
