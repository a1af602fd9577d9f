import type { MetricPoint } from '../monitor/wire-types.ts';
import type { MetricName } from './metric-kinds.ts';

const minuteS = 60;

/** Seconds, and for each line its value at each of them; null: nothing was measured. */
export type Columns = [atS: number[], ...lines: (number | null)[][]];

/** Puts lines on one axis of minutes, so that a minute without a heartbeat is a gap and not a slope. */
export function alignPoints(
  lines: readonly (readonly MetricPoint[])[],
  metric: MetricName,
  { fromS, toS }: { fromS: number; toS: number },
): Columns {
  const first = Math.floor(fromS / minuteS);
  const minutes = Math.max(0, Math.ceil(toS / minuteS) - first) + 1;
  const columns = lines.map((points) => {
    const column: (number | null)[] = Array.from({ length: minutes }, () => null);
    for (const point of points) {
      const at = Math.floor(Date.parse(point.at) / 1000 / minuteS) - first;
      if (at >= 0 && at < minutes) column[at] = point[metric];
    }
    return column;
  });
  return [Array.from({ length: minutes }, (_, i) => (first + i) * minuteS), ...columns];
}
