import type { Mistake } from '../judge/finding.ts';

/** One incident that the monitor opened during the run; the lengths are from the monitor's own times. */
export interface IncidentLine {
  incidentId: string;
  serviceName: string;
  state: string;
  startedAt: string;
  detectedAt: string | null;
  /** From the last heartbeat to the detection. */
  detectedAfterMs: number | null;
  recoveredAt: string | null;
  resolvedAt: string | null;
  /** From the last heartbeat until the service came back. */
  downtimeMs: number | null;
  relapses: number;
}

/** How a run ended: with its script done, by the user, or because it could not go on. */
export type SimulationEnding =
  | { kind: 'finished' }
  | { kind: 'interrupted' }
  | { kind: 'failed'; message: string };

/** What the simulator did and what the monitor said to it. */
export interface SimulationReport {
  ending: SimulationEnding;
  /** 1 when the monitor made a mistake or the run failed, else 0. */
  exitCode: 0 | 1;
  url: string;
  environment: string;
  services: number;
  instances: number;
  heartbeatIntervalSeconds: number;
  seed: number;
  startedAt: string;
  durationMs: number;
  rounds: number;
  instancesKilled: number;
  servicesKilled: number;
  heartbeats: { sent: number; accepted: number; failed: number; skipped: number };
  registrations: number;
  /** What the monitor did not like of what it took, and how often. */
  warnings: Record<string, number>;
  /** Answers to heartbeats by status code, or by error code where no answer came. */
  answers: Record<string, number>;
  latency: { p50Ms: number | null; p99Ms: number | null };
  /** Services that lost some instances, and how many of them the monitor showed as Degraded. */
  degraded: { expected: number; seen: number };
  incidents: IncidentLine[];
  mistakes: Mistake[];
}
