import type { Timing } from '../../domain/timing.ts';
import type { Round } from '../conduct-round.ts';
import type { Traffic } from '../fleet/traffic.ts';
import type { Examiner } from '../judge/examiner.ts';
import type { IncidentReading } from '../judge/monitor-readings.ts';
import type { SimulationOptions } from '../simulation-options.ts';
import type { IncidentLine, SimulationEnding, SimulationReport } from './simulation-report.ts';

interface ReportParts {
  options: SimulationOptions;
  timing: Timing;
  startedAtMs: number;
  endedAtMs: number;
  ending: SimulationEnding;
  rounds: readonly Round[];
  traffic: Traffic;
  /** Null: the run ended before the monitor was looked at. */
  examiner: Examiner | null;
}

/** Puts together what a run knows; the verdict is its exit code. */
export function buildReport(parts: ReportParts): SimulationReport {
  const { options, rounds, traffic, examiner, ending } = parts;
  const mistakes = examiner?.mistakes ?? [];
  return {
    ending,
    exitCode: ending.kind === 'failed' || mistakes.length > 0 ? 1 : 0,
    url: options.url,
    environment: options.environment,
    services: options.services,
    instances: options.services * options.instances,
    heartbeatIntervalSeconds: parts.timing.intervalMs / 1000,
    seed: options.seed,
    startedAt: new Date(parts.startedAtMs).toISOString(),
    durationMs: parts.endedAtMs - parts.startedAtMs,
    rounds: rounds.length,
    instancesKilled: sum(rounds, (round) => round.instancesKilled),
    servicesKilled: sum(rounds, (round) => round.servicesKilled),
    heartbeats: {
      sent: traffic.sent,
      accepted: traffic.accepted,
      failed: traffic.failed,
      skipped: traffic.skipped,
    },
    registrations: traffic.registrations,
    warnings: Object.fromEntries(traffic.warnings),
    answers: Object.fromEntries([...traffic.answers].toSorted(([one], [other]) => one.localeCompare(other))),
    latency: { p50Ms: traffic.latency.quantileMs(0.5), p99Ms: traffic.latency.quantileMs(0.99) },
    degraded: {
      expected: sum(rounds, (round) => round.degraded.expected),
      seen: sum(rounds, (round) => round.degraded.seen),
    },
    incidents: [...(examiner?.incidents.values() ?? [])].map(incidentLine),
    mistakes,
  };
}

function incidentLine(incident: IncidentReading): IncidentLine {
  return {
    incidentId: incident.incidentId,
    serviceName: incident.serviceName,
    state: incident.state,
    startedAt: incident.startedAt,
    detectedAt: incident.detectedAt ?? null,
    detectedAfterMs: lengthMs(incident.startedAt, incident.detectedAt),
    recoveredAt: incident.recoveredAt ?? null,
    resolvedAt: incident.resolvedAt ?? null,
    downtimeMs: lengthMs(incident.startedAt, incident.recoveredAt ?? incident.resolvedAt),
    relapses: incident.relapses ?? 0,
  };
}

function lengthMs(from: string, to: string | null | undefined): number | null {
  return to ? Date.parse(to) - Date.parse(from) : null;
}

function sum(rounds: readonly Round[], value: (round: Round) => number): number {
  return rounds.reduce((total, round) => total + value(round), 0);
}
