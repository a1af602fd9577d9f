import { styleText } from 'node:util';
import { formatDuration } from '../../domain/duration.ts';
import { describeMistake } from '../judge/describe-mistake.ts';
import { countOf } from './simulation-output.ts';
import type { SimulationReport } from './simulation-report.ts';

const mostIncidents = 40;

/** The report for people. */
export function renderReport(report: SimulationReport, colour: boolean): string {
  const paint = (style: 'green' | 'red' | 'bold' | 'dim', text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const lines = ['', ...factLines(report), ''];
  if (report.incidents.length > 0) {
    const [head = '', ...rows] = incidentTable(report);
    lines.push(paint('bold', head), ...rows, '');
  }
  for (const mistake of report.mistakes) lines.push(paint('red', describeMistake(mistake)));
  lines.push(paint(report.exitCode === 0 ? 'green' : 'red', verdict(report)), '');
  return lines.join('\n');
}

function factLines(report: SimulationReport): string[] {
  const { heartbeats, latency, degraded } = report;
  const answers = Object.entries(report.answers).map(([label, count]) => `${label}: ${count}`);
  const facts: [string, string][] = [
    ['monitor', `${report.url}, environment ${report.environment}`],
    ['fleet', `${countOf(report.services, 'service')}, ${countOf(report.instances, 'instance')}`],
    [
      'interval',
      `${report.heartbeatIntervalSeconds} s, for ${formatDuration(report.durationMs)}, seed ${report.seed}`,
    ],
    ['heartbeats', `${heartbeats.sent} sent, ${heartbeats.accepted} accepted, ${heartbeats.failed} failed`],
    ['answers', answers.join(', ') || 'none'],
    ['latency', `p50 ${milliseconds(latency.p50Ms)}, p99 ${milliseconds(latency.p99Ms)}`],
  ];
  for (const [what, count] of Object.entries(report.warnings)) facts.push(['warned', `${what} (${count})`]);
  if (heartbeats.skipped > 0)
    facts.push(['too slow', `${countOf(heartbeats.skipped, 'heartbeat')} left out`]);
  if (report.rounds > 0) {
    const killed = `${countOf(report.instancesKilled, 'instance')} in ${countOf(report.rounds, 'round')}`;
    facts.push(['killed', `${killed}; ${countOf(report.servicesKilled, 'service')} lost every instance`]);
  }
  if (degraded.expected > 0)
    facts.push(['degraded', `${degraded.seen} of ${degraded.expected} thinned services`]);
  return facts.map(([name, fact]) => `${name.padEnd(12)}${fact}`);
}

function incidentTable(report: SimulationReport): string[] {
  const rows = report.incidents
    .slice(0, mostIncidents)
    .map((incident) => [
      incident.serviceName,
      timeOfDay(incident.startedAt),
      timeOfDay(incident.detectedAt),
      seconds(incident.detectedAfterMs),
      timeOfDay(incident.resolvedAt),
      seconds(incident.downtimeMs),
      incident.relapses > 0 ? `${incident.state}, ${countOf(incident.relapses, 'relapse')}` : incident.state,
    ]);
  const table = [['incident of', 'last beat', 'detected', 'after', 'resolved', 'downtime', 'state'], ...rows];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const left = report.incidents.length - rows.length;
  return left > 0 ? [...lines, `… and ${countOf(left, 'more incident')}`] : lines;
}

function verdict({ ending, mistakes }: SimulationReport): string {
  if (ending.kind === 'failed') return ending.message;
  const told =
    mistakes.length === 0
      ? 'no missed Down, no false Down'
      : `the monitor made ${countOf(mistakes.length, 'mistake')}`;
  if (ending.kind === 'interrupted') return `Interrupted; until then ${told}.`;
  return mistakes.length === 0 ? `Passed: ${told}.` : `Failed: ${told}.`;
}

/** Times of the monitor as the clock on the wall shows them. */
function timeOfDay(time: string | null): string {
  return time === null ? '-' : new Date(time).toTimeString().slice(0, 8);
}

function seconds(ms: number | null): string {
  return ms === null ? '-' : `${(ms / 1000).toFixed(1)} s`;
}

function milliseconds(ms: number | null): string {
  return ms === null ? '-' : `${ms.toFixed(1)} ms`;
}
