import type { MetricPoint } from '../monitor/wire-types.ts';
import type { MetricName } from './metric-kinds.ts';

const minuteMs = 60_000;
const [width, height] = [60, 16];

/** The path of a metric in a box of 60 by 16, a minute each step; broken where a minute is missing. Null: there is no line. */
export function sparkPath(points: readonly MetricPoint[], metric: MetricName): string | null {
  const measured = points.flatMap(({ at, [metric]: value }) =>
    value === null ? [] : [{ minute: Math.floor(Date.parse(at) / minuteMs), value }],
  );
  const last = measured.at(-1);
  if (last === undefined || measured.length < 2) return null;
  const most = Math.max(...measured.map(({ value }) => value), Number.MIN_VALUE);
  let before = Number.NaN;
  const steps = measured.map(({ minute, value }) => {
    const x = width - 1 - (last.minute - minute);
    const y = height - 1 - (value / most) * (height - 2);
    const isNext = minute - before === 1;
    before = minute;
    return `${isNext ? 'L' : 'M'}${x} ${y.toFixed(1)}`;
  });
  return steps.join('');
}
