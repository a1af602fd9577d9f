import { describe, expect, it } from 'vitest';
import { alignPoints } from '../../src/dashboard/charts/align-points.ts';
import { marksOf } from '../../src/dashboard/charts/marks-of.ts';
import { metricKinds } from '../../src/dashboard/charts/metric-kinds.ts';
import { sparkPath } from '../../src/dashboard/charts/spark-path.ts';
import { describeValues } from '../../src/dashboard/charts/sum-up.ts';
import type { MetricPoint } from '../../src/dashboard/monitor/wire-types.ts';
import { anIncident } from './things.ts';

const minute = Math.floor(Date.parse('2026-11-21T03:00:00Z') / 60_000);
const point = (after: number, cpuPercent: number | null): MetricPoint => ({
  at: new Date((minute + after) * 60_000).toISOString(),
  ...{ cpuPercent, memoryMb: null, requestsPerMinute: null, activeConnections: null },
});
const time = { fromS: minute * 60, toS: (minute + 4) * 60 };
const [cpu] = metricKinds;

describe('the lines of a chart', () => {
  it('stand on the same minutes, and a minute without a heartbeat is a gap', () => {
    const columns = alignPoints(
      [
        [point(0, 1), point(2, 3)],
        [point(4, 9), point(9, 5)],
      ],
      'cpuPercent',
      time,
    );
    expect(columns[0].map((atS) => atS / 60 - minute)).toEqual([0, 1, 2, 3, 4]);
    expect(columns.slice(1)).toEqual([
      [1, null, 3, null, null],
      [null, null, null, null, 9],
    ]);
  });

  it('are told in words to who does not see them', () => {
    const said = (...points: MetricPoint[]) => (cpu === undefined ? '' : describeValues(points, cpu));
    expect(said(point(0, 4), point(1, 80.25), point(2, 12))).toBe('12 % last, 4 % to 80.3 %');
    expect(said(point(0, 4))).toBe('4 % throughout');
    expect(said(point(0, null))).toBe('nothing measured');
  });
});

it('a small line is broken where a minute is missing, and is none of a single point', () => {
  const path = sparkPath([point(0, 0), point(1, 7), point(3, 14)], 'cpuPercent');
  expect(path).toBe('M56 15.0L57 8.0M59 1.0');
  expect(sparkPath([point(0, 5)], 'cpuPercent')).toBeNull();
  expect(sparkPath([point(0, 0), point(1, 0)], 'cpuPercent')).toBe('M58 15.0L59 15.0');
});

it('the marks are the outages and the changes of version of the time that is shown', () => {
  const happened = {
    incidents: [anIncident({ startedAt: point(2, 0).at }), anIncident({ startedAt: point(-1, 0).at })],
    deploys: [{ at: point(1, 0).at, version: '2.0', previousVersion: '1.0' }],
  };
  expect(marksOf(happened, time).map(({ kind, text }) => [kind, text])).toEqual([
    ['deploy', 'Version 2.0 after 1.0'],
    ['outage', 'An outage begins'],
  ]);
});
