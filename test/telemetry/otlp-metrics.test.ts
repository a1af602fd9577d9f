import { DataPointType } from '@opentelemetry/sdk-metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { type ReadingTimes, toOtlpMetrics } from '../../src/telemetry/otel/to-otlp-metrics.ts';

test('counters, gauges and histograms become what OTLP has for them, each series by itself', async () => {
  const register = new Registry();
  const registers = [register];
  new Counter({ name: 'c_total', help: 'A count.', labelNames: ['a'], registers }).inc({ a: 'x' }, 3);
  new Gauge({ name: 'g', help: 'A level.', registers }).set(-1.5);
  const histogram = new Histogram({
    name: 'h',
    help: 'Times.',
    labelNames: ['a'],
    buckets: [1, 5],
    registers,
  });
  for (const value of [0.5, 1, 3, 70]) histogram.observe({ a: 'x' }, value);
  histogram.observe({ a: 'y' }, 2);

  const times: ReadingTimes = { startTime: [1, 0], endTime: [2, 0] };
  const metrics = toOtlpMetrics(await register.getMetricsAsJSON(), times);
  expect(metrics).toMatchObject([
    {
      descriptor: { name: 'c_total', description: 'A count.' },
      ...{ dataPointType: DataPointType.SUM, isMonotonic: true },
      dataPoints: [{ ...times, attributes: { a: 'x' }, value: 3 }],
    },
    { dataPointType: DataPointType.GAUGE, dataPoints: [{ attributes: {}, value: -1.5 }] },
    {
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: [
        {
          attributes: { a: 'x' },
          value: { buckets: { boundaries: [1, 5], counts: [2, 1, 1] }, sum: 74.5, count: 4 },
        },
        {
          attributes: { a: 'y' },
          value: { buckets: { boundaries: [1, 5], counts: [0, 1, 0] }, sum: 2, count: 1 },
        },
      ],
    },
  ]);
});
