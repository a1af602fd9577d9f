import type { ServiceRules } from './policy.ts';
import { aliveCount, type InstanceChange, type ServiceState, type ServiceStep } from './roll-up-status.ts';

/**
 * A recovery that began and ended between two roll-ups: the counts of now show a service that is Down as it was, the
 * record of the changes shows that enough was heard meanwhile. Without this two outages would be told as one.
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
