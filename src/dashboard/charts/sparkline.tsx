import type { MetricPoint } from '../monitor/wire-types.ts';
import { formatMetric, type MetricKind } from './metric-kinds.ts';
import { sparkPath } from './spark-path.ts';
import { sumUp } from './sum-up.ts';

/** How a metric went in the last hour, as small as a word; nothing if it was not measured twice. */
export function Sparkline({ points, kind }: { points: readonly MetricPoint[]; kind: MetricKind }) {
  const sum = sumUp(points, kind);
  const d = sparkPath(points, kind.metric);
  if (sum === null || d === null) return null;
  const label = `${kind.name} in the last hour: ${formatMetric(sum.least, kind)} to ${formatMetric(sum.most, kind)}`;
  return (
    <svg class="spark" viewBox="0 0 60 16" preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={d} />
    </svg>
  );
}
