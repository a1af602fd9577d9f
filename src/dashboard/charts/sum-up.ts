import type { MetricPoint } from '../monitor/wire-types.ts';
import { formatMetric, type MetricKind } from './metric-kinds.ts';

/** What is to be said of values in the order of their time; null: there is none. */
export function sumUp(
  points: readonly MetricPoint[],
  { metric }: Pick<MetricKind, 'metric'>,
): { last: number; least: number; most: number } | null {
  const values = points.map((point) => point[metric]).filter((value) => value !== null);
  const last = values.at(-1);
  return last === undefined ? null : { last, least: Math.min(...values), most: Math.max(...values) };
}

/** The same in words, for who does not see the picture. */
export function describeValues(points: readonly MetricPoint[], kind: MetricKind): string {
  const sum = sumUp(points, kind);
  if (sum === null) return 'nothing measured';
  const { last, least, most } = sum;
  const text = (value: number) => formatMetric(value, kind);
  return least === most ? `${text(last)} throughout` : `${text(last)} last, ${text(least)} to ${text(most)}`;
}
