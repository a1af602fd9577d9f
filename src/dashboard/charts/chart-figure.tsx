import { useEffect, useRef, useState } from 'preact/hooks';
import type { MetricPoint } from '../monitor/wire-types.ts';
import { alignPoints } from './align-points.ts';
import type { Chart, ChartData } from './draw-chart.ts';
import type { Mark } from './marks-of.ts';
import { formatMetric, type MetricKind } from './metric-kinds.ts';
import { describeValues } from './sum-up.ts';

/** What one instance measured. */
export interface Line {
  instanceId: string;
  name: string;
  points: readonly MetricPoint[];
}

interface Props {
  kind: MetricKind;
  lines: readonly Line[];
  marks: readonly Mark[];
  fromS: number;
  toS: number;
}

/** One metric of some instances: a picture, and below it each line in words. */
export function ChartFigure({ kind, lines, marks, fromS, toS }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const [point, setPoint] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  const columns = alignPoints(
    lines.map(({ points }) => points),
    kind.metric,
    { fromS, toS },
  );
  const data = useRef<ChartData | null>(null);
  data.current = { columns, marks, fromS, toS };
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const { drawChart } = await import('./draw-chart.ts');
      if (isGone || place.current === null || data.current === null) return;
      const format = (value: number) => formatMetric(value, { unit: kind.unit === ' %' ? ' %' : '' });
      chart.current = drawChart(place.current, data.current, { format, onPoint: setPoint });
    };
    // Without the picture the words below it are left.
    draw().catch(() => setMissing(true));
    return () => {
      isGone = true;
      chart.current?.remove();
      chart.current = null;
    };
  }, [kind]);
  useEffect(() => {
    if (data.current !== null) chart.current?.show(data.current);
  }, [lines, marks, fromS, toS]);
  return (
    <figure class="chart">
      <p class="chart-name">
        <strong>{kind.name}</strong>
        <span class="hint">{kind.unit.trim()}</span>
      </p>
      <div ref={place} class="plot" aria-hidden="true">
        {isMissing && <p class="hint">The chart could not be loaded.</p>}
      </div>
      <figcaption>
        <ul>
          {lines.map(({ instanceId, name, points }, i) => (
            <li key={instanceId}>
              <span class={`swatch line-${i + 1}`} aria-hidden="true" />
              <bdi>{name}</bdi>: {at(columns, i, point, kind) ?? describeValues(points, kind)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** What the line has where the pointer is; null: it points at nothing. */
function at(
  columns: ChartData['columns'],
  line: number,
  point: number | null,
  kind: MetricKind,
): string | null {
  const atS = point === null ? undefined : columns[0][point];
  if (point === null || atS === undefined) return null;
  const value = columns[line + 1]?.[point] ?? null;
  const clock = new Date(atS * 1000).toTimeString().slice(0, 5);
  return `${value === null ? 'nothing' : formatMetric(value, kind)} at ${clock}`;
}
