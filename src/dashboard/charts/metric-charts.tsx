import type { Incident, Instance } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { useReading } from '../page/use-reading.ts';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';
import { ChartFigure, type Line } from './chart-figure.tsx';
import { type Mark, marksOf } from './marks-of.ts';
import { metricKinds } from './metric-kinds.ts';
import { type ChartReading, readCharts } from './read-charts.ts';
import { sumUp } from './sum-up.ts';

interface Props {
  serviceId: string;
  /** Those that matter most first. */
  instances: readonly Instance[];
  incidents: readonly Incident[];
  /** The end of what is shown; absent: now. */
  untilMs?: number;
}

/** As many as one can tell apart. */
const mostLines = 6;

const everyMs = 60_000;
const hourS = 3_600;

/** What the instances of a service measured in the last hour, with the moments at which something happened. */
export function MetricCharts({ serviceId, instances, incidents, untilMs }: Props) {
  const { nowMs } = usePage();
  const shown = instances.slice(0, mostLines);
  const instanceIds = shown.map(({ instanceId }) => instanceId);
  const found = useReading(
    [serviceId, ...instanceIds].join(),
    (client, signal) => readCharts(client, { serviceId, instanceIds, nowMs: nowMs.peek() }, signal),
    everyMs,
  );
  if (found.kind === 'reading') return <p class="hint">Reading …</p>;
  if (found.kind === 'failed') return <p class="hint">The metrics cannot be read. {found.reason}</p>;
  return (
    <>
      {instances.length > shown.length && (
        <p class="hint">
          Of {shown.length} of {instances.length} instances, those with trouble first.
        </p>
      )}
      <Figures
        instances={shown}
        incidents={incidents}
        reading={found.value}
        untilMs={untilMs ?? nowMs.peek()}
      />
    </>
  );
}

interface FiguresProps {
  instances: readonly Instance[];
  incidents: readonly Incident[];
  reading: ChartReading;
  untilMs: number;
}

function Figures({ instances, incidents, reading: { metrics, deploys }, untilMs }: FiguresProps) {
  const lines: Line[] = metrics.map(({ instanceId, points }) => ({
    ...{ instanceId, points },
    name: instances.find((one) => one.instanceId === instanceId)?.instanceKey ?? instanceId,
  }));
  const toS = Math.ceil(untilMs / 1000);
  const time = { fromS: toS - hourS, toS };
  const marks = marksOf({ incidents, deploys }, time);
  const kinds = metricKinds.filter((kind) => lines.some(({ points }) => sumUp(points, kind) !== null));
  if (kinds.length === 0) return <p class="hint">{nothing}</p>;
  return (
    <>
      <div class="charts">
        {kinds.map((kind) => (
          <ChartFigure key={kind.metric} kind={kind} lines={lines} marks={marks} {...time} />
        ))}
      </div>
      <MarkList marks={marks} />
    </>
  );
}

const nothing =
  'No metrics of the last hour. Instances send them with their heartbeats, and the monitor keeps them in fleets of up to 5,000 instances (MONITOR_METRICS_HISTORY).';

function MarkList({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <ul class="marks" aria-label="What happened in this time">
      {marks.map(({ atS, kind, text }) => (
        <li key={`${atS} ${text}`} class={`mark-${kind}`}>
          <TimeOf at={new Date(atS * 1000).toISOString()} say={localTime.clock} /> <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
