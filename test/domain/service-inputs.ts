import type { InstanceChange, RollUp, ServiceState, StatusCounts } from '../../src/domain/roll-up-status.ts';
import type { InstanceStatus, ServiceStatus } from '../../src/domain/status.ts';
import { countsOf, defaultTiming } from './arbitraries.ts';

export const serviceStatuses = ['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered', 'Stopped'] as const;

/** A service that has had its status since 0. */
export const service = (
  status: ServiceStatus,
  counts: Partial<StatusCounts>,
  more: Partial<ServiceState> = {},
): ServiceState => ({ status, sinceMs: 0, counts: countsOf(counts), shortSinceMs: null, ...more });

export const rulesOf = (minInstances: number) => ({
  ...{ timing: defaultTiming, minInstances, mostOutages: 6, unhealthyBeats: null },
});

/** A change of an instance that gave its last sign of life at that moment, or before it. */
export const change = (to: InstanceStatus, atMs: number, silentSinceMs = atMs): InstanceChange => ({
  to,
  atMs,
  silentSinceMs,
});

/** The service after a roll-up, as the commit writes it. */
export const afterRollUp = (before: ServiceState, { step, shortSinceMs }: RollUp): ServiceState => ({
  ...before,
  status: step?.to ?? before.status,
  sinceMs: step?.atMs ?? before.sinceMs,
  shortSinceMs,
});
