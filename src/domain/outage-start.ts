import type { InstanceChanged } from './events.ts';
import type { ServiceStep } from './roll-up-status.ts';
import type { ServiceView } from './service-view.ts';
import type { InstanceStatus } from './status.ts';

const departures: readonly InstanceStatus[] = ['Down', 'Stopped', 'Replaced'];

/**
 * The newest last heartbeat of the instances that left or went Down. If there is an outage, it began then. When an outage
 * ends, the time of its end is used, so that the next outage has another start even if no other instance went Down.
 */
function lastHeardAt(
  view: ServiceView,
  changes: readonly InstanceChanged[],
  step: ServiceStep | null,
): number | null {
  const heard = changes
    .filter((change) => departures.includes(change.to))
    .map((change) => change.silentSinceMs);
  if (view.lastHeardAtMs !== null) heard.push(view.lastHeardAtMs);
  if (view.state.status === 'Down' && step !== null) heard.push(step.atMs);
  return heard.length > 0 ? Math.max(...heard) : null;
}

function lastDownAt({ state }: ServiceView, changes: readonly InstanceChanged[]): number | null {
  const times = changes.filter((change) => change.to === 'Down').map((change) => change.atMs);
  return times.length > 0 ? Math.max(state.lastDownAtMs ?? 0, ...times) : (state.lastDownAtMs ?? null);
}

/** When an outage of a service began, the `startedAt` of its incident, and when an instance of it went Down last. */
export const outageStart = { lastHeardAt, lastDownAt } as const;
