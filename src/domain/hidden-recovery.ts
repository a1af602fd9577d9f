import type { ServiceRules } from './policy.ts';
import { aliveCount, type InstanceChange, type ServiceState, type ServiceStep } from './roll-up-status.ts';

/**
 * A recovery that began and ended between two roll-ups. By the current counts the service is still Down, but the events
 * show that enough instances sent heartbeats in between. Without this, two outages would be reported as one.
 */
export function findHiddenRecovery(
  state: ServiceState,
  { minInstances }: ServiceRules,
  changes: readonly InstanceChange[],
): ServiceStep | null {
  if (state.status !== 'Down') return null;
  const first = changes.find(
    ({ to, atMs, counts }) =>
      (to === 'Recovered' || to === 'Healthy') &&
      atMs > state.sinceMs &&
      counts !== undefined &&
      aliveCount(counts) >= minInstances,
  );
  return first === undefined ? null : { to: 'Recovered', atMs: first.atMs };
}
