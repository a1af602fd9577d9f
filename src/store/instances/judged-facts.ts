import type { LeasedInstance } from '../../actors/ports/leases.ts';
import type { ReportedHealth } from '../../domain/health.ts';
import type { ServiceName } from '../../domain/policy.ts';
import type { InstanceStatus } from '../../domain/status.ts';
import { reportedHealth } from './reported-health.ts';

/** What an instance is judged by, without its last sign of life: only a commit changes it, with the revision. */
export interface JudgedFacts {
  revision: string;
  name: ServiceName;
  registrantIntervalMs: number | null;
  status: InstanceStatus;
  sinceMs: number;
  judgedSilenceMs: number;
  registeredAtMs: number;
  expectedIntervalMs: number;
  health: ReportedHealth | null;
}

/** The fields of an instance's hash that hold them, in the order in which scripts are asked for them. */
const fields: readonly string[] = [
  ...['revision', 'status', 'sinceMs', 'judgedSilenceMs', 'registeredAtMs'],
  ...['serviceName', 'environment', 'intervalMs', 'registrantIntervalMs'],
  ...reportedHealth.fields,
];

export const judgedFacts = {
  fields,

  /** Null: there is no such instance. */
  of(values: readonly (string | null)[]): JudgedFacts | null {
    const [revision, status, sinceMs, judgedSilenceMs, registeredAtMs, ...rest] = values;
    const [serviceName, environment, intervalMs, registrantIntervalMs, ...said] = rest;
    if (revision == null || serviceName == null) return null;
    return {
      revision,
      name: { serviceName, environment: environment ?? '' },
      registrantIntervalMs: registrantIntervalMs ? Number(registrantIntervalMs) : null,
      status: (status ?? 'Pending') as InstanceStatus,
      sinceMs: Number(sinceMs ?? 0),
      judgedSilenceMs: Number(judgedSilenceMs ?? 0),
      registeredAtMs: Number(registeredAtMs ?? 0),
      expectedIntervalMs: Number(intervalMs ?? 0),
      health: reportedHealth.of(said),
    };
  },

  /** With its last sign of life; null: it left, and what it was judged by last stays. */
  withSeen(instanceId: string, facts: JudgedFacts, seen: string | null): LeasedInstance {
    const { name, registrantIntervalMs, expectedIntervalMs, health } = facts;
    const { status, sinceMs, judgedSilenceMs, registeredAtMs } = facts;
    const silentSinceMs = seen === null ? judgedSilenceMs : Number(seen);
    const hasBeaten = silentSinceMs >= registeredAtMs;
    const state = { status, sinceMs, silentSinceMs, hasBeaten, judgedSilenceMs };
    return { instanceId, name, registrantIntervalMs, state, expectedIntervalMs, health };
  },
} as const;
